//! How long a check takes from the start of its process to its result. Run with `cargo bench -p aite-checks`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_runtime::checks::wire::{Confinement, Finish, Given, WireTarget};
use aite_runtime::checks::{Approved, Page, Program, Unread, run};
use aite_runtime::deadline::{Canceller, Deadline};

const ROUNDS: usize = 100;
const SOURCE: &str = r#"
import { ok, number, type CheckContext } from "aite";

export default async ({ args, read }: CheckContext): Promise<void> => {
  const total = number(await read({ css: ".total" }));
  ok(total >= Number(args[0]), `the total is ${total}`);
};
"#;

struct Paper;

impl Page for Paper {
    type End = ();

    async fn read(&mut self, _: WireTarget, _: bool) -> Result<String, Unread<()>> {
        Ok("Total: 1,204 MB".into())
    }

    async fn url(&mut self) -> Result<String, Unread<()>> {
        Ok(String::new())
    }

    fn confined(&mut self, _: Confinement) {}

    fn log(&mut self, _: String) {}
}

#[allow(clippy::print_stdout)]
fn main() {
    let program = Program {
        path: env!("CARGO_BIN_EXE_aite-check").into(),
        args: Vec::new(),
        allow_unconfined: false,
    };
    let check = Approved {
        file: "scripts/checks/total.ts".into(),
        source: Arc::from(SOURCE),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            runtime.block_on(async {
                let (_canceller, cancellation) = Canceller::new();
                let given = Given {
                    args: vec!["5".into()],
                    ..Given::default()
                };
                let begun = Instant::now();
                let deadline = Deadline::after(Duration::from_secs(10), &cancellation);
                let ended = run(&program, &check, given, &deadline, &mut Paper).await;
                assert_eq!(ended, Ok(Finish::Passed));
                begun.elapsed()
            })
        })
        .collect();
    times.sort_unstable();
    println!(
        "start to result of a check, {ROUNDS} rounds: median {:.1} ms, 90 % within {:.1} ms",
        times[ROUNDS / 2].as_secs_f64() * 1e3,
        times[ROUNDS * 9 / 10].as_secs_f64() * 1e3
    );
}
