"""Holds the files of editors that are not started by the tests to what these editors read: the fields that they know.

Helix refuses a language with a field that it does not know, and Zed and LSP4IJ pass over one in silence. The fields are those
of Helix 25.07, of Zed's extensions of schema version 1, and of LSP4IJ 0.15.
"""

import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).parent
# Field by field: its type, or the fields inside it. A trailing ! is one that has to be there.
HELIX_LANGUAGE = {
    "name!": str, "language-id": str, "scope": str, "file-types": list, "shebangs": list, "roots": list, "comment-token": str,
    "comment-tokens": (str, list), "block-comment-tokens": (dict, list), "text-width": int, "soft-wrap": dict, "auto-format": bool,
    "formatter": dict, "diagnostic-severity": str, "grammar": str, "injection-regex": str, "language-servers": list,
    "indent": {"tab-width!": int, "unit!": str}, "debugger": dict, "auto-pairs": dict, "rulers": list,
    "workspace-lsp-roots": list, "persistent-diagnostic-sources": list,
}
HELIX_SERVER = {
    "command!": str, "args": list, "environment": dict, "config": dict, "timeout": int, "required-root-patterns": list,
}
HELIX_GRAMMAR = {"name!": str, "source!": {"path": str, "git": str, "rev": str, "subpath": str}}
ZED = {
    "id!": str, "name!": str, "version!": str, "schema_version!": int, "description": str, "repository": str, "authors": list,
    "grammars": dict, "language_servers": dict, "languages": list, "themes": list, "snippets": str,
}
ZED_GRAMMAR = {"repository!": str, "rev!": str, "path": str}
ZED_SERVER = {"name": str, "language": str, "languages": list, "language_ids": dict}
ZED_LANGUAGE = {
    "name!": str, "grammar": str, "path_suffixes": list, "line_comments": list, "tab_size": int, "hard_tabs": bool,
    "word_characters": list, "brackets": list, "first_line_pattern": str, "autoclose_before": str,
}
ZED_BRACKET = {"start!": str, "end!": str, "close!": bool, "newline!": bool, "not_in": list}
LSP4IJ = {"id!": str, "name!": str, "programArgs!": dict, "fileTypeMappings": list, "languageMappings": list}
LSP4IJ_FILES = {"fileType!": {"name": str, "patterns!": list}, "languageId!": str}

faults = []


def hold(where, value, fields):
    """Compares a table with the fields that there are."""
    known = {name.rstrip("!"): kind for name, kind in fields.items()}
    for name in fields:
        if name.endswith("!") and name[:-1] not in value:
            faults.append(f"{where} has no {name[:-1]}")
    for name, member in value.items():
        kind = known.get(name)
        if kind is None:
            faults.append(f"{where} has {name}, which nobody reads")
        elif isinstance(kind, dict):
            hold(f"{where}.{name}", member, kind)
        elif not isinstance(member, kind):
            faults.append(f"{where}.{name} is {member!r}")


def toml(path):
    return tomllib.loads((HERE / path).read_text())


helix = toml("helix/languages.toml")
for language in helix["language"]:
    hold(f"helix [[language]] {language.get('name')}", language, HELIX_LANGUAGE)
    for server in language["language-servers"]:
        # The other one is Helix's own.
        if server != "vscode-json-language-server" and server not in helix["language-server"]:
            faults.append(f"helix: there is no language-server {server}")
for name, server in helix["language-server"].items():
    hold(f"helix [language-server.{name}]", server, HELIX_SERVER)
for grammar in helix["grammar"]:
    hold("helix [[grammar]]", grammar, HELIX_GRAMMAR)

zed, language = toml("zed/extension.toml"), toml("zed/languages/aite/config.toml")
hold("zed/extension.toml", zed, ZED)
hold("zed/languages/aite/config.toml", language, ZED_LANGUAGE)
for name, grammar in zed["grammars"].items():
    hold(f"zed [grammars.{name}]", grammar, ZED_GRAMMAR)
    if not (HERE.parent / grammar["path"] / "src/parser.c").is_file():
        faults.append(f"zed: there is no parser in {grammar['path']}")
for name, server in zed["language_servers"].items():
    hold(f"zed [language_servers.{name}]", server, ZED_SERVER)
    if server["languages"] != [language["name"]]:
        faults.append(f"zed: {server['languages']} are not the languages of the extension")
for bracket in language["brackets"]:
    hold("zed brackets", bracket, ZED_BRACKET)

jetbrains = json.loads((HERE / "jetbrains/aite/template.json").read_text())
hold("jetbrains template", jetbrains, LSP4IJ)
for files in jetbrains["fileTypeMappings"]:
    hold("jetbrains fileTypeMappings", files, LSP4IJ_FILES)
bundle = json.loads((HERE / "jetbrains/textmate/package.json").read_text())["contributes"]
for grammar in bundle["grammars"]:
    if not (HERE / "jetbrains/textmate" / grammar["path"]).is_file():
        faults.append(f"jetbrains: there is no {grammar['path']}")

settings = (HERE / "sublime/LSP-aite.sublime-settings").read_text()
settings = re.sub(r"^\s*//.*$", "", settings, flags=re.MULTILINE)
# Sublime allows commas behind the last member.
client = json.loads(re.sub(r",(\s*})", r"\1", settings))
hold("sublime client", client["clients"]["aite"], {"enabled!": bool, "command!": list, "selector!": str})

if faults:
    sys.exit("\n".join(faults))
print("every field is one that its editor reads")
