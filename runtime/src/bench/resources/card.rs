//! `resource-card.md`: the summary for people.

use std::fmt::Write as _;

use serde_json::Value;

/// The columns: a metric, its name, and what its unit is made of.
const COLUMNS: [(&str, &str, f64); 4] = [
    ("pss_peak_bytes", "memory, MiB", (1 << 20) as f64),
    ("cpu_total_ms", "processor, ms", 1.0),
    ("process_count_peak", "processes", 1.0),
    ("fixture_app_tx_body_bytes", "loaded, KiB", 1024.0),
];

pub(super) fn of(summary: &Value) -> String {
    let mut out = format!("# What the engines cost: {}\n\n", text(&summary["run_id"]));
    let attempts = &summary["all_pass_intersection"]["attempts"];
    let _ = writeln!(
        out,
        "Per attempt, over {attempts} attempts that pass on every engine: the median, and the 95th percentile in brackets.\n"
    );
    match summary["resource_comparison_eligible"] == true {
        true => out.push_str("The conditions of a comparison are met.\n\n"),
        false => {
            out.push_str("**Not a comparison of engines:**\n\n");
            for reason in summary["ineligibility_reasons"].as_array().into_iter().flatten() {
                let _ = writeln!(out, "- {}", text(reason));
            }
            out.push('\n');
        }
    }
    out.push_str("| engine | passes |");
    for (_, name, _) in COLUMNS {
        let _ = write!(out, " {name} |");
    }
    out.push_str(" ready after, ms |\n|---|---:|---:|---:|---:|---:|---:|\n");
    for engine in summary["engines"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        let outcome = &summary["functional_outcomes"][engine];
        let _ = write!(
            out,
            "| {engine} | {} of {} |",
            outcome["pass"], outcome["attempts"]
        );
        for (metric, _, unit) in COLUMNS {
            let _ = write!(
                out,
                " {} |",
                figure(&summary["by_engine"][engine]["metrics"][metric], unit)
            );
        }
        let ready = &summary["cold_start"]["by_engine"][engine]["metrics"]["ready_ms"];
        let _ = writeln!(out, " {} |", figure(ready, 1.0));
    }
    out.push_str(
        "\nMemory is the highest proportional set size (PSS) of all processes of the engine. Cost is no part of any score.\n",
    );
    out
}

fn figure(stats: &Value, unit: f64) -> String {
    match (stats["median"].as_f64(), stats["p95"].as_f64()) {
        (Some(median), Some(high)) => format!("{:.1} ({:.1})", median / unit, high / unit),
        _ => "unknown".into(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace(['|', '\n', '\r'], " ")
}
