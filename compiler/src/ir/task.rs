//! What only benchmark tasks have.

use serde::Serialize;
use serde_json::Value;

use super::{Grader, Millis, Text};

/// What a task says beside its steps. Its id is the name of the program.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Counted up by its writer when the task changes.
    pub version: u64,
    /// `L1` or `L2`.
    pub layer: String,
    /// The subset of the manifest that the task belongs to.
    pub subset: String,
    /// A headline.
    pub title: String,
    /// What the task finds out, for people.
    pub description: String,
    /// The capabilities that the task touches.
    pub features: Vec<String>,
    /// Selection tags, in order.
    pub tags: Vec<String>,
    /// Where the page comes from.
    pub scene: Scene,
    /// The program that performs the steps.
    pub driver: Driver,
    /// Who decides, and by what.
    pub grader: Grader,
    /// Names that the task gives to checks of the server or of the driver's program. They decide nothing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// What the task's own Chrome baseline is; `None` leaves it to the subset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Baseline>,
    /// How engines are started for it.
    pub launch_profile: LaunchProfile,
    /// Which files an attempt leaves.
    pub artifact_profile: ArtifactProfile,
    /// How long an attempt, or for protocol tasks one answer, is waited for.
    pub task_time: Millis,
    /// When whatever is left of an attempt is killed.
    pub hard_kill: Millis,
}

/// The tag of tasks whose answer no oracle can vouch for: no engine is scored by them.
pub const DIAGNOSTIC_TAG: &str = "purpose.diagnostic";

impl Task {
    /// Whether the task is kept out of every score.
    pub fn is_diagnostic(&self) -> bool {
        self.tags.iter().any(|tag| tag == DIAGNOSTIC_TAG)
    }
}

/// Where the page of a task comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Scene {
    /// An empty page.
    AboutBlank,
    /// The fixture server.
    Fixture {
        /// The path on the server, or a whole address; `seed` and `session` are filled in for every driver program.
        url: Text,
        /// A name of the fixture for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
}

/// Chrome as the yardstick: what happens to the other engines when Chrome does not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Baseline {
    /// They are skipped.
    Required,
    /// They run all the same.
    BestEffort,
    /// Chrome is not asked.
    Off,
}

/// How engines are started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LaunchProfile {
    /// As always.
    #[default]
    Default,
    /// With every kind of resource loaded, for engines that otherwise leave some out.
    AllResources,
}

/// Which files an attempt leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArtifactProfile {
    /// Those of the first layer.
    L1Standard,
    /// Those of the second layer.
    L2Standard,
}

/// The program that performs a task's steps, and what it is told besides them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    /// Which program.
    pub kind: DriverKind,
    /// What it is told.
    #[serde(skip_serializing_if = "Setup::is_nothing")]
    pub setup: Setup,
}

/// What a driver is told beside its steps and checks.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Setup {
    /// Nothing.
    #[default]
    Nothing,
    /// A script that Node runs.
    Probe {
        /// Its path in the data set.
        script: String,
        /// Its variables in the order of their names, without those that hold steps and checks.
        env: Vec<(String, Value)>,
    },
    /// Options of a framework's connect call.
    Connect(Value),
    /// How WebDriver reaches the engine.
    Transport(String),
}

impl Setup {
    fn is_nothing(&self) -> bool {
        *self == Self::Nothing
    }
}

/// Every program that can perform steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DriverKind {
    /// Protocol messages by the benchmark itself.
    RawCdp,
    /// A script of the data set, run with Node.
    NodeProbe,
    /// playwright-core.
    Playwright,
    /// puppeteer-core.
    Puppeteer,
    /// chrome-remote-interface.
    ChromeRemoteInterface,
    /// cdp-use.
    CdpUse,
    /// Pydoll.
    Pydoll,
    /// Stagehand.
    Stagehand,
    /// chrome-devtools-mcp.
    ChromeDevtoolsMcp,
    /// chromedp.
    Chromedp,
    /// Rod.
    Rod,
    /// chromiumoxide.
    Chromiumoxide,
    /// Ferrum.
    Ferrum,
    /// agent-browser.
    AgentBrowser,
    /// Selenium.
    Selenium,
}

impl DriverKind {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::RawCdp,
        Self::NodeProbe,
        Self::Playwright,
        Self::Puppeteer,
        Self::ChromeRemoteInterface,
        Self::CdpUse,
        Self::Pydoll,
        Self::Stagehand,
        Self::ChromeDevtoolsMcp,
        Self::Chromedp,
        Self::Rod,
        Self::Chromiumoxide,
        Self::Ferrum,
        Self::AgentBrowser,
        Self::Selenium,
    ];

    /// `driver.kind` in a task file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RawCdp => "raw_cdp",
            Self::NodeProbe => "node_cdp_probe",
            Self::Playwright => "framework_playwright",
            Self::Puppeteer => "framework_puppeteer",
            Self::ChromeRemoteInterface => "thin_chrome_remote_interface",
            Self::CdpUse => "thin_cdp_use",
            Self::Pydoll => "thin_pydoll",
            Self::Stagehand => "framework_stagehand",
            Self::ChromeDevtoolsMcp => "mcp_chrome_devtools",
            Self::Chromedp => "thin_chromedp",
            Self::Rod => "thin_rod",
            Self::Chromiumoxide => "thin_chromiumoxide",
            Self::Ferrum => "thin_ferrum",
            Self::AgentBrowser => "tool_agent_browser",
            Self::Selenium => "webdriver_selenium",
        }
    }

    /// What scenarios, titles and features call the driver; `None` for drivers that no scenario can name.
    pub const fn key(self) -> Option<&'static str> {
        Some(match self {
            Self::RawCdp | Self::NodeProbe => return None,
            Self::Playwright => "playwright",
            Self::Puppeteer => "puppeteer",
            Self::ChromeRemoteInterface => "chrome_remote_interface",
            Self::CdpUse => "cdp_use",
            Self::Pydoll => "pydoll",
            Self::Stagehand => "stagehand",
            Self::ChromeDevtoolsMcp => "chrome_devtools_mcp",
            Self::Chromedp => "chromedp",
            Self::Rod => "rod",
            Self::Chromiumoxide => "chromiumoxide",
            Self::Ferrum => "ferrum",
            Self::AgentBrowser => "agent_browser",
            Self::Selenium => "selenium",
        })
    }

    /// The driver of a `driver.kind`.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The driver of a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == Some(key))
    }
}

impl Serialize for DriverKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
