//! Every way to weaken a script that we know.

use super::script::{
    At, Line, Script, added, checked_text, is_verify, key_value, millis, other_value, position, reads,
    rekeyed, removed, replaced, target_keys, value, words,
};
use super::{Family, Mutation};

const fn kind(name: &'static str, apply: fn(&Script) -> Vec<Script>) -> Mutation {
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

pub(crate) const WEAKENINGS: &[Mutation] = &[
    kind("a verify removed", |script| without_each(script, "verify")),
    kind("a verifyNot removed", |script| without_each(script, "verifyNot")),
    kind("a verify commented out", |script| {
        script.each(|line| is_verify(line).then(|| [vec!["#".to_owned()], line.clone()].concat()))
    }),
    kind("every verify of a step removed", every_verify_of_a_step_removed),
    kind("every verify removed", |script| {
        let mut bare = script.clone();
        for step in &mut bare.steps {
            step.commands.retain(|line| !is_verify(line));
        }
        changed(script, bare)
    }),
    kind("moved into a script that nothing runs", |script| {
        let moved = |at: &At| {
            let mut without = script.without(*at);
            let text = format!("test \"other\"\nstep \"s\"\n{}\n", script.at(*at).join(" "));
            without.files.insert("other.aite".to_owned(), text);
            without
        };
        script.verifies().iter().map(moved).collect()
    }),
    kind("verify into verifyNot", |script| {
        script.each_of("verify", |line| Some(replaced(line, 0, "verifyNot")))
    }),
    kind("verifyNot into verify", |script| {
        script.each_of("verifyNot", |line| Some(replaced(line, 0, "verify")))
    }),
    kind("verify into wait", |script| script.each_of("verify", into_wait)),
    kind("verify into sleep", |script| {
        script.each(|line| is_verify(line).then(|| words("sleep 1s")))
    }),
    kind("verify into screenshot", |script| {
        script.each(|line| is_verify(line).then(|| words("screenshot \"seen\"")))
    }),
    kind("verify into click", |script| {
        script.each_of("verify", |line| {
            let keys: Line = target_keys(line).into_iter().map(|at| line[at].clone()).collect();
            (!keys.is_empty()).then(|| [vec!["click".to_owned()], keys].concat())
        })
    }),
    kind("only being there is left", |script| {
        script.each_of("verify", |line| {
            let at = checked_text(line).filter(|_| !target_keys(line).is_empty())?;
            Some(removed(line, at))
        })
    }),
    kind("another text", |script| {
        script.each(|line| Some(other_value(line, checked_text(line)?)))
    }),
    kind("a part of the text", |script| {
        script.each_of("verify", |line| {
            let at = checked_text(line)?;
            let (_, text) = key_value(&line[at])?;
            let start: String = text
                .trim_matches('"')
                .chars()
                .take_while(|c| c.is_alphanumeric())
                .take(2)
                .collect();
            let part = replaced(line, at, format!("text~i:\"{start}\""));
            (part != *line).then_some(part)
        })
    }),
    matching("text: into text-i:", |script| {
        rekeyed_each(script, "verify", "text", "text-i")
    }),
    matching("text: into text~i:", |script| {
        rekeyed_each(script, "verify", "text", "text~i")
    }),
    matching("text-i: into text~i:", |script| {
        rekeyed_each(script, "verify", "text-i", "text~i")
    }),
    matching("verifyNot text~i: into text:", |script| {
        rekeyed_each(script, "verifyNot", "text~i", "text")
    }),
    matching("verifyNot text-i: into text:", |script| {
        rekeyed_each(script, "verifyNot", "text-i", "text")
    }),
    kind("another value", |script| other_value_each(script, "value")),
    kind("another state", |script| {
        script.each(|line| {
            let at = line
                .iter()
                .position(|word| matches!(word.as_str(), "enabled" | "disabled" | "checked"))?;
            let other = if line[at] == "enabled" {
                "disabled"
            } else {
                "enabled"
            };
            is_verify(line).then(|| replaced(line, at, other))
        })
    }),
    kind("another count", |script| {
        script.each(|line| {
            let at = position(line, "count").filter(|_| is_verify(line))?;
            let count: u64 = key_value(&line[at])?.1.parse().ok()?;
            Some(replaced(line, at, format!("count:{}", count + 1)))
        })
    }),
    kind("a shorter address", |script| {
        script.each_of("verify", |line| {
            let at = position(line, "url~").filter(|at| line[*at] != "url~:\"/\"")?;
            Some(replaced(line, at, "url~:\"/\""))
        })
    }),
    kind("another title", |script| other_value_each(script, "title")),
    kind("another attribute value", |script| {
        script.each(|line| {
            position(line, "attr").filter(|_| is_verify(line))?;
            Some(other_value(
                line,
                position(line, "equals").or_else(|| position(line, "contains"))?,
            ))
        })
    }),
    kind("another attribute", |script| other_value_each(script, "attr")),
    matching("an attribute that only contains", |script| {
        script.each_of("verify", |line| {
            position(line, "attr")?;
            Some(rekeyed(line, position(line, "equals")?, "contains"))
        })
    }),
    kind("another difference", |script| {
        script.each(|line| {
            position(line, "number")?;
            let at = position(line, "equals")?;
            let other = if line[at] == "equals:7" {
                "equals:8"
            } else {
                "equals:7"
            };
            Some(replaced(line, at, other))
        })
    }),
    matching("a file name that only contains", |script| {
        script.each_of("verify", |line| {
            position(line, "name")
                .filter(|_| line[1] == "download")
                .map(|at| rekeyed(line, at, "name~"))
        })
    }),
    matching("a file of any size", |script| {
        script.each_of("verify", |line| {
            position(line, "size-min").map(|at| removed(line, at))
        })
    }),
    kind("another element", |script| {
        script.each(|line| Some(other_element(line, *target_keys(line).first()?)))
    }),
    kind("a target key less", |script| {
        script.each(|line| {
            let keys = target_keys(line);
            (keys.len() > 1).then(|| removed(line, keys[keys.len() - 1]))
        })
    }),
    kind("another match of several", |script| {
        script.each(|line| match position(line, "index") {
            Some(at) if is_verify(line) => Some(replaced(line, at, "index:9")),
            None if !target_keys(line).is_empty() && position(line, "count").is_none() => {
                let mut line = line.clone();
                line.insert(target_keys(&line)[0], "index:2".to_owned());
                Some(line)
            }
            _ => None,
        })
    }),
    kind("within dropped", |script| {
        script.each(|line| {
            position(line, "within")
                .filter(|_| is_verify(line))
                .map(|at| removed(line, at))
        })
    }),
    kind("within added", |script| {
        script.each(|line| {
            let is_open = is_verify(line) && position(line, "within").is_none() && is_about_elements(line);
            is_open.then(|| added(line, "within:\"Some box\""))
        })
    }),
    kind("within another box", |script| other_value_each(script, "within")),
    time("more time", |script| {
        script.each_of("verify", |line| {
            with_time(script, line, |own| own < 90_000, "90s")
        })
    }),
    time("a short time dropped", |script| {
        script.each_of("verify", |line| {
            let at = position(line, "timeout")?;
            (millis(value(line, "timeout")?) < script.time()).then(|| removed(line, at))
        })
    }),
    time("a longer timeout header", |script| {
        let reaches = own_time_missing(script, "verify") && script.time() < 90_000;
        reaches.then(|| script.with_time("90s")).into_iter().collect()
    }),
    time("less time for a verifyNot", |script| {
        script.each_of("verifyNot", |line| with_time(script, line, |own| own > 1, "1ms"))
    }),
    time("a shorter timeout header for verifyNots", |script| {
        own_time_missing(script, "verifyNot")
            .then(|| script.with_time("1ms"))
            .into_iter()
            .collect()
    }),
    kind("another value behind a variable", |script| {
        script
            .commands()
            .filter(|(at, line)| line[0] == "set" && read_by_a_verify(script, *at, &line[1]))
            .map(|(at, line)| script.with(at, replaced(line, 2, "\"something else\"")))
            .collect()
    }),
    kind("a variable set again before the verify", |script| {
        let again = |at: At| {
            let name = defined_before(script, at)
                .into_iter()
                .find(|name| reads(script.at(at), name))?;
            Some(script.with_before(at, &format!("set {name} \"something else\"")))
        };
        script.verifies().into_iter().filter_map(again).collect()
    }),
    kind("captured from somewhere else", |script| {
        script
            .commands()
            .filter(|(at, line)| line[0] == "capture" && read_by_a_verify(script, *at, &line[1]))
            .map(|(at, line)| script.with(at, words(&format!("capture {} css:\"body\"", line[1]))))
            .collect()
    }),
    kind("captured just before the verify", captured_just_before),
    kind("by another profile", |script| {
        let Some(other) = script.sessions().get(1).map(|name| format!("on:{name}")) else {
            return Vec::new();
        };
        script.each(|line| {
            let is_default = is_verify(line) && position(line, "on").is_none();
            is_default.then(|| added(line, other.clone()))
        })
    }),
    kind("another default profile", |script| {
        let needs: Vec<usize> = (0..script.headers.len())
            .filter(|at| script.headers[*at][0] == "needs")
            .collect();
        let by_default = script
            .verifies()
            .iter()
            .any(|at| position(script.at(*at), "on").is_none());
        let [first, second] = needs[..] else {
            return Vec::new();
        };
        let mut swapped = script.clone();
        swapped.headers.swap(first, second);
        by_default.then_some(swapped).into_iter().collect()
    }),
    kind("the expectations of two elements swapped", expectations_swapped),
    kind("an included script no longer run", |script| {
        let verifies = |line: &Line| {
            script
                .files
                .get(&line[1])
                .is_some_and(|text| text.contains("verify"))
        };
        let runs = script
            .commands()
            .filter(|(_, line)| line[0] == "run" && verifies(line));
        runs.map(|(at, _)| script.without(at)).collect()
    }),
    kind("an included script weakened", |script| {
        let weaken = |(path, text): (&String, &String)| {
            let line = text.lines().find(|line| line.trim().starts_with("verify"))?;
            let mut weakened = script.clone();
            weakened
                .files
                .insert(path.clone(), text.replacen(line, "press Tab", 1));
            is_run(script, path).then_some(weakened)
        };
        script.files.iter().filter_map(weaken).collect()
    }),
    kind("a script that no longer parses", |script| {
        let mut broken = script.clone();
        let line = broken.steps.last_mut().and_then(|step| step.commands.last_mut());
        line.into_iter().for_each(|line| line[0].push('x'));
        vec![broken]
    }),
];

fn changed(script: &Script, new: Script) -> Vec<Script> {
    (new != *script).then_some(new).into_iter().collect()
}

fn without_each(script: &Script, verb: &str) -> Vec<Script> {
    let places = script.commands().filter(|(_, line)| line[0] == verb);
    places.map(|(at, _)| script.without(at)).collect()
}

fn every_verify_of_a_step_removed(script: &Script) -> Vec<Script> {
    let steps = 0..script.steps.len();
    let bare = steps.map(|at| {
        let mut bare = script.clone();
        bare.steps[at].commands.retain(|line| !is_verify(line));
        bare
    });
    bare.filter(|bare| bare != script).collect()
}

fn into_wait(line: &Line) -> Option<Line> {
    let is_element = checked_text(line).is_some() || line.len() == 1 + target_keys(line).len();
    let is_known = is_element || position(line, "url~").is_some();
    let mut wait = replaced(line, 0, "wait");
    for word in &mut wait {
        *word = word.replace("text-i:", "text:").replace("text~i:", "text~:");
    }
    is_known.then_some(wait)
}

fn rekeyed_each(script: &Script, verb: &str, from: &str, to: &str) -> Vec<Script> {
    script.each_of(verb, |line| {
        let at = checked_text(line).filter(|at| key_value(&line[*at]).is_some_and(|(key, _)| key == from))?;
        Some(rekeyed(line, at, to))
    })
}

fn other_value_each(script: &Script, key: &str) -> Vec<Script> {
    script.each(|line| {
        is_verify(line)
            .then(|| position(line, key))
            .flatten()
            .map(|at| other_value(line, at))
    })
}

fn other_element(line: &Line, at: usize) -> Line {
    match key_value(&line[at]) {
        Some(("role", role)) => replaced(
            line,
            at,
            if role == "link" {
                "role:heading"
            } else {
                "role:link"
            },
        ),
        Some(("index", _)) => replaced(line, at, "index:9"),
        Some(("xpath", _)) => replaced(line, at, "xpath:\"//body\""),
        _ => other_value(line, at),
    }
}

fn is_about_elements(line: &Line) -> bool {
    checked_text(line).is_some() || !target_keys(line).is_empty()
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

fn own_time_missing(script: &Script, verb: &str) -> bool {
    script
        .commands()
        .any(|(_, line)| line[0] == verb && position(line, "timeout").is_none())
}

/// Whether a verify reads this definition, and not a later one.
fn read_by_a_verify(script: &Script, definition: At, name: &str) -> bool {
    let defines = |line: &Line| matches!(line[0].as_str(), "set" | "capture") && line[1] == name;
    let later = script.commands().filter(|(at, _)| *at > definition);
    let until_next = later.take_while(|(_, line)| !defines(line));
    until_next
        .map(|(_, line)| line)
        .any(|line| is_verify(line) && reads(line, name))
}

fn defined_before(script: &Script, before: At) -> Vec<String> {
    let earlier = script.commands().filter(|(at, _)| *at < before);
    let definitions = earlier.filter(|(_, line)| matches!(line[0].as_str(), "set" | "capture"));
    definitions.map(|(_, line)| line[1].clone()).collect()
}

/// For verifies that compare with a captured text: the page would be compared with itself.
fn captured_just_before(script: &Script) -> Vec<Script> {
    let acts = [
        "click",
        "doubleClick",
        "type",
        "press",
        "goto",
        "start",
        "select",
        "check",
        "uncheck",
        "drag",
    ];
    let again = |at: At| {
        let line = script.at(at);
        let earlier: Vec<(At, &Line)> = script.commands().filter(|(earlier, _)| *earlier < at).collect();
        let (captured, capture) = *earlier.iter().rfind(|(_, line)| line[0] == "capture")?;
        let acted = earlier
            .iter()
            .any(|(at, line)| *at > captured && acts.contains(&line[0].as_str()));
        let compares = line[0] == "verify"
            && position(line, "number").is_none()
            && line
                .iter()
                .any(|word| word.contains(&format!("${{{}}}", capture[1])))
            && checked_text(line).is_some();
        (acted && compares).then(|| script.with_before(at, &capture.join(" ")))
    };
    script.verifies().into_iter().filter_map(again).collect()
}

fn expectations_swapped(script: &Script) -> Vec<Script> {
    let texts: Vec<(At, usize)> = script
        .verifies()
        .into_iter()
        .filter_map(|at| {
            Some((
                at,
                checked_text(script.at(at)).filter(|_| script.at(at)[0] == "verify")?,
            ))
        })
        .collect();
    let swap = |pair: &[(At, usize)]| {
        let [(one, one_at), (two, two_at)] = *pair else {
            return None;
        };
        let (first, second) = (script.at(one), script.at(two));
        let rest_differs = removed(first, one_at) != removed(second, two_at);
        let differs = first[one_at] != second[two_at];
        (rest_differs && differs).then(|| {
            script
                .with(one, replaced(first, one_at, second[two_at].clone()))
                .with(two, replaced(second, two_at, first[one_at].clone()))
        })
    };
    texts.windows(2).filter_map(swap).collect()
}

fn is_run(script: &Script, path: &str) -> bool {
    script
        .commands()
        .any(|(_, line)| line[0] == "run" && line[1] == path)
}
