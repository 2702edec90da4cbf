//! Every way to edit a script that we know and that weakens nothing.

use super::script::{
    At, Line, Script, Step, added, checked_text, is_verify, key_value, millis, position, reads_any, rekeyed,
    replaced, target_keys, value, words,
};
use super::{Family, Mutation};

const fn edit(name: &'static str, apply: fn(&Script) -> Vec<Script>) -> Mutation {
    Mutation {
        name,
        family: Family::Other,
        apply,
    }
}

const fn time(name: &'static str, apply: fn(&Script) -> Vec<Script>) -> Mutation {
    Mutation {
        name,
        family: Family::Time,
        apply,
    }
}

const fn matching(name: &'static str, apply: fn(&Script) -> Vec<Script>) -> Mutation {
    Mutation {
        name,
        family: Family::Match,
        apply,
    }
}

pub(crate) const HARMLESS: &[Mutation] = &[
    edit("the test renamed", |script| {
        let mut renamed = script.clone();
        renamed.test = "\"another name\"".to_owned();
        vec![renamed]
    }),
    edit("a step renamed", |script| {
        let renamed = |at: usize| {
            let mut renamed = script.clone();
            renamed.steps[at].name = "\"another name\"".to_owned();
            renamed
        };
        (0..script.steps.len()).map(renamed).collect()
    }),
    edit("a step split", step_split),
    edit("two steps merged", |script| {
        let merged = |at: usize| {
            let mut merged = script.clone();
            let second = merged.steps.remove(at);
            merged.steps[at - 1].commands.extend(second.commands);
            merged
        };
        (1..script.steps.len()).map(merged).collect()
    }),
    edit("a verify moved to the end", |script| {
        moved(script, |steps, line| {
            steps.last_mut().unwrap().commands.push(line)
        })
    }),
    edit("a verify moved to the beginning", |script| {
        moved(script, |steps, line| steps[0].commands.insert(0, line))
    }),
    edit("a verify moved to a step of its own", |script| {
        moved(script, |steps, line| {
            steps.push(Step {
                name: "\"of its own\"".to_owned(),
                commands: vec![line],
            });
        })
    }),
    edit("two verifies swapped", |script| {
        let verifies = script.verifies();
        let neighbours = verifies
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 + 1 == pair[1].1);
        let swapped = |pair: &[At]| {
            let mut swapped = script.clone();
            swapped.steps[pair[0].0].commands.swap(pair[0].1, pair[1].1);
            swapped
        };
        neighbours.map(swapped).collect()
    }),
    edit("a verify added", |script| {
        vec![script.with_before((0, 0), "verify testid:\"never-heard-of\"")]
    }),
    edit("a verify repeated", |script| {
        script
            .verifies()
            .into_iter()
            .map(|at| script.with_before(at, &script.at(at).join(" ")))
            .collect()
    }),
    edit("a click added", |script| {
        vec![script.with_before((0, 0), "click role:link name:\"Elsewhere\"")]
    }),
    edit("a sleep added", |script| {
        vec![script.with_before((0, 0), "sleep 1s")]
    }),
    edit("a wait added", |script| {
        script
            .verifies()
            .into_iter()
            .map(|at| script.with_before(at, "wait network-idle"))
            .collect()
    }),
    edit("a screenshot added", |script| {
        vec![script.with_before((0, 0), "screenshot \"before\"")]
    }),
    edit("another page opened first", |script| {
        vec![script.with_before((0, 0), "goto https://elsewhere.test/")]
    }),
    edit("another click", |script| {
        script.each_of("click", |line| {
            Some(vec![line[0].clone(), "text:\"Something else\"".to_owned()])
        })
    }),
    edit("another text typed", |script| {
        script.each_of("type", |line| {
            Some(replaced(line, line.len() - 1, "\"something else\""))
        })
    }),
    edit("a wait, sleep or screenshot dropped", |script| {
        let idle = script
            .commands()
            .filter(|(_, line)| matches!(line[0].as_str(), "wait" | "sleep" | "screenshot"));
        idle.map(|(at, _)| script.without(at)).collect()
    }),
    edit("a click dropped", |script| {
        if script.commands().any(|(_, line)| line[0] == "capture") {
            return Vec::new();
        }
        let clicks = script.commands().filter(|(_, line)| line[0] == "click");
        clicks.map(|(at, _)| script.without(at)).collect()
    }),
    edit("comments and blank lines", |script| {
        laid_out(
            script,
            [" ", "    ", "\n\n  # a \"comment\" with verify text:\"A\"\n"],
        )
    }),
    edit("tabs and CRLF", |script| laid_out(script, ["\t", "\t\t", "\r\n"])),
    edit("columns", |script| laid_out(script, ["     ", "", "  # why\n"])),
    edit("covers added", |script| with_header(script, "covers J-77")),
    edit("posts and spends added", |script| {
        let spends = with_header(script, "spends");
        spends
            .iter()
            .flat_map(|script| with_header(script, "posts"))
            .collect()
    }),
    edit("another start page", |script| {
        let mut other = script.clone();
        other.headers.retain(|line| line[0] != "start");
        with_header(&other, "start https://elsewhere.test/")
    }),
    time("less time", |script| {
        script.each_of("verify", |line| with_time(script, line, |own| own > 1, "1ms"))
    }),
    time("more time for a verifyNot", |script| {
        script.each_of("verifyNot", |line| {
            with_time(script, line, |own| own < 90_000, "90s")
        })
    }),
    time("a shorter timeout header", |script| {
        let watches = script
            .commands()
            .any(|(_, line)| line[0] == "verifyNot" && position(line, "timeout").is_none())
            || script.files.values().any(|text| text.contains("verifyNot"));
        (!watches && script.time() > 1)
            .then(|| script.with_time("1ms"))
            .into_iter()
            .collect()
    }),
    time("a longer timeout header that reaches no verify", |script| {
        let reaches = script
            .verifies()
            .iter()
            .any(|at| position(script.at(*at), "timeout").is_none())
            || script.commands().any(|(_, line)| line[0] == "run");
        (!reaches).then(|| script.with_time("90s")).into_iter().collect()
    }),
    edit("the default time written out", |script| {
        let silent = !script.headers.iter().any(|line| line[0] == "timeout");
        silent.then(|| script.with_time("10s")).into_iter().collect()
    }),
    edit("its own time written out", |script| {
        script.each(|line| {
            let silent = is_verify(line) && position(line, "timeout").is_none();
            silent.then(|| added(line, format!("timeout:{}ms", script.time())))
        })
    }),
    edit("a time in another unit", |script| {
        script.each(|line| {
            let at = position(line, "timeout").filter(|_| is_verify(line))?;
            Some(replaced(
                line,
                at,
                format!("timeout:{}ms", millis(value(line, "timeout")?)),
            ))
        })
    }),
    matching("text-i: into text:", |script| {
        rekeyed_each(script, "verify", "text-i", "text")
    }),
    matching("text~i: into text-i:", |script| {
        rekeyed_each(script, "verify", "text~i", "text-i")
    }),
    matching("verifyNot text: into text~i:", |script| {
        rekeyed_each(script, "verifyNot", "text", "text~i")
    }),
    matching("a whole attribute instead of a part", |script| {
        script.each_of("verify", |line| {
            position(line, "contains").map(|at| rekeyed(line, at, "equals"))
        })
    }),
    matching("a larger file", |script| {
        script.each_of("verify", |line| {
            position(line, "size-min").map(|at| replaced(line, at, "size-min:1000000"))
        })
    }),
    edit("a variable renamed", |script| {
        let names: Vec<String> = definitions(script).map(|(_, line)| line[1].clone()).collect();
        let is_read_elsewhere = script.commands().any(|(_, line)| line[0] == "run");
        let names = names.into_iter().filter(|_| !is_read_elsewhere);
        names.map(|name| renamed(script, &name)).collect()
    }),
    edit("a variable instead of a text", |script| {
        let hoisted = |at: At| {
            let line = script.at(at);
            let text = checked_text(line)?;
            let (key, value) = key_value(&line[text])?;
            let changed = script.with(at, replaced(line, text, format!("{key}:\"${{hoisted}}\"")));
            Some(changed.with_before(at, &format!("set hoisted {value}")))
        };
        script.verifies().into_iter().filter_map(hoisted).collect()
    }),
    edit("a text instead of a variable", |script| {
        let sets = definitions(script).filter(|(_, line)| line[0] == "set" && !reads_any(line));
        sets.map(|(at, line)| inlined(script, at, &line[1], line[2].trim_matches('"')))
            .collect()
    }),
    edit("a captured value passed on", |script| {
        let passed = |at: At| {
            let captured =
                definitions(script).filter(|(captured, line)| *captured < at && line[0] == "capture");
            let hole = captured.map(|(_, line)| format!("${{{}}}", line[1])).last()?;
            let line: Line = script
                .at(at)
                .iter()
                .map(|word| word.replace(&hole, "${passed}"))
                .collect();
            let changed = line != *script.at(at);
            changed.then(|| {
                script
                    .with(at, line)
                    .with_before(at, &format!("set passed \"{hole}\""))
            })
        };
        script.verifies().into_iter().filter_map(passed).collect()
    }),
    edit("the last step moved into an included script", |script| {
        let mut moved = script.clone();
        let step = moved.steps.last_mut().unwrap();
        let commands: Vec<String> = step.commands.iter().map(|line| line.join(" ")).collect();
        step.commands = vec![words("run moved/last.aite")];
        let text = format!(
            "test \"moved\"\ntimeout 77s\nstep \"s\"\n{}\npress Tab\n",
            commands.join("\n")
        );
        moved.files.insert("moved/last.aite".to_owned(), text);
        vec![moved]
    }),
    edit("an included script written out", |script| {
        let runs = script.commands().filter(|(_, line)| line[0] == "run");
        runs.filter_map(|(at, line)| written_out(script, at, &line[1]))
            .collect()
    }),
    edit("target keys in another order", |script| {
        script.each(|line| {
            let keys = target_keys(line);
            let reordered = |line: &Line| {
                let mut line = line.clone();
                line.swap(keys[0], keys[keys.len() - 1]);
                line
            };
            (keys.len() > 1).then(|| reordered(line))
        })
    }),
    edit("a target's name in another case", |script| {
        script.each(|line| {
            let at =
                position(line, "name").filter(|at| target_keys(line).contains(at) && !reads_any(line))?;
            Some(replaced(
                line,
                at,
                line[at].to_uppercase().replace("NAME:", "name:"),
            ))
        })
    }),
    edit("more white space in a text", |script| {
        script.each(|line| {
            let at = checked_text(line).filter(|at| line[*at].contains(' '))?;
            Some(replaced(line, at, line[at].replacen(' ', "   ", 1)))
        })
    }),
    edit("a name for the value", |script| {
        script
            .each(|line| (is_verify(line) && position(line, "as").is_none()).then(|| added(line, "as:seen")))
    }),
    edit("the default profile written out", |script| {
        let Some(first) = script.sessions().first().map(|name| format!("on:{name}")) else {
            return Vec::new();
        };
        script.each(|line| {
            let silent = is_verify(line) && position(line, "on").is_none();
            silent.then(|| added(line, first.clone()))
        })
    }),
];

fn step_split(script: &Script) -> Vec<Script> {
    let split = |(at, step): (usize, &Step)| {
        let half = step.commands.len() / 2;
        let mut split = script.clone();
        let commands = split.steps[at].commands.split_off(half);
        split.steps.insert(
            at + 1,
            Step {
                name: "\"the rest\"".to_owned(),
                commands,
            },
        );
        (half > 0).then_some(split)
    };
    script.steps.iter().enumerate().filter_map(split).collect()
}

/// A verify that reads no variable may stand anywhere.
fn moved(script: &Script, put: impl Fn(&mut Vec<Step>, Line)) -> Vec<Script> {
    let free = script
        .verifies()
        .into_iter()
        .filter(|at| !reads_any(script.at(*at)));
    let moved = free.map(|at| {
        let mut moved = script.without(at);
        put(&mut moved.steps, script.at(at).clone());
        moved
    });
    moved.collect()
}

fn laid_out(script: &Script, layout: [&'static str; 3]) -> Vec<Script> {
    let mut other = script.clone();
    other.layout = layout;
    vec![other]
}

fn with_header(script: &Script, header: &str) -> Vec<Script> {
    let header = words(header);
    let missing = !script.headers.iter().any(|line| line[0] == header[0]);
    let headers = [vec![header], script.headers.clone()].concat();
    missing
        .then(|| script.with_headers(headers))
        .into_iter()
        .collect()
}

fn with_time(script: &Script, line: &Line, applies: fn(u64) -> bool, time: &str) -> Option<Line> {
    let own = value(line, "timeout").map_or(script.time(), millis);
    let word = format!("timeout:{time}");
    let timed = match position(line, "timeout") {
        Some(at) => replaced(line, at, word),
        None => added(line, word),
    };
    applies(own).then_some(timed)
}

fn rekeyed_each(script: &Script, verb: &str, from: &str, to: &str) -> Vec<Script> {
    script.each_of(verb, |line| {
        let at = checked_text(line).filter(|at| key_value(&line[*at]).is_some_and(|(key, _)| key == from))?;
        Some(rekeyed(line, at, to))
    })
}

fn definitions(script: &Script) -> impl Iterator<Item = (At, &Line)> {
    script
        .commands()
        .filter(|(_, line)| matches!(line[0].as_str(), "set" | "capture"))
}

fn renamed(script: &Script, name: &str) -> Script {
    let mut renamed = script.clone();
    for line in renamed.steps.iter_mut().flat_map(|step| &mut step.commands) {
        if matches!(line[0].as_str(), "set" | "capture") && line[1] == name {
            line[1] = "renamed".to_owned();
        }
        for word in line {
            *word = word.replace(&format!("${{{name}}}"), "${renamed}");
            if *word == format!("from:{name}") {
                *word = "from:renamed".to_owned();
            }
        }
    }
    renamed
}

/// Writes the value instead of the variable, up to where the variable is set again.
fn inlined(script: &Script, definition: At, name: &str, value: &str) -> Script {
    let mut inlined = script.clone();
    let again = definitions(script).find(|(at, line)| *at > definition && line[1] == name);
    let end = again.map_or((usize::MAX, 0), |(at, _)| at);
    for (step_at, step) in inlined.steps.iter_mut().enumerate() {
        for (at, line) in step.commands.iter_mut().enumerate() {
            if (step_at, at) > definition && (step_at, at) < end {
                line.iter_mut()
                    .for_each(|word| *word = word.replace(&format!("${{{name}}}"), value));
            }
        }
    }
    inlined
}

/// The commands of an included script that sets nothing, instead of its `run`.
fn written_out(script: &Script, at: At, path: &str) -> Option<Script> {
    let included = Script::read(script.files.get(path)?, script.files.clone());
    let sets = definitions(&included).next().is_some();
    let mut out = script.without(at);
    let lines = included.steps.into_iter().flat_map(|step| step.commands);
    out.steps[at.0].commands.splice(at.1..at.1, lines);
    (!sets).then_some(out)
}
