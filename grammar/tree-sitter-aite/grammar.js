/**
 * @file The tree-sitter grammar of .aite scripts. `../aite.ebnf` is the truth; rules have its names where they are nodes.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// ── characters ──

// What \s is to tree-sitter is ASCII alone.
const WHITE = "\\p{White_Space}\\u{FEFF}";
const SPACE = `[${WHITE}--\\n]`;
const SOLID = `[^${WHITE}]`;
const BARE = "[\\p{L}\\p{M}\\p{N}_./-]+";
const NAME = "[[[\\p{L}\\p{M}\\p{N}]&&[\\p{Alphabetic}\\p{N}]]_-]+";
const NUMBER = "[+-]?[0-9]+(\\.[0-9]+)?";
const DURATION = "[0-9]+(\\.[0-9]+)?(ms|s|m)";
const WHOLE = "[0-9]+";
const COUNT = "0*[1-9][0-9]*";
/** A run of characters that is one word to the compiler, whatever it is made of. */
const JUNK = `[^${WHITE}"#:]+:?`;

/** After start, goto and press a word is everything up to the next blank. */
const RUN_START = `[^${WHITE}"#]`;
const HTTP = "[hH][tT][tT][pP][sS]?://";
/** Text without `$`, and without `://` in it or across its end. */
const COLONS = ":(:|/:)*/?";
const PLAIN = `([^${WHITE}:$]|${COLONS}[^${WHITE}:/$])*(${COLONS})?`;
const plain = (/** @type {string} */ first) => `(${first}|${COLONS}[^${WHITE}:/$])${PLAIN}|${COLONS}`;
const HELD = "((Control|Shift|Alt|Meta)\\+)";
const NAMED =
  "Enter|Tab|Escape|ArrowDown|ArrowUp|ArrowLeft|ArrowRight|Backspace|Delete|Space|Home|End|PageUp|PageDown";

/** What `run` takes. */
const PATHS = ["string", "_number", "duration", "_bare"];

const regex = (/** @type {string} */ source) => new RustRegex(source);
const glued = (/** @type {string} */ source) => token.immediate(regex(source));

/**
 * What stands directly behind a colon, quoted or bare. It is named by what it is there.
 *
 * @param {GrammarSymbols<string>} $
 * @param {Rule} bare
 * @param {SymbolRule<string>} kind
 */
const value = ($, bare, kind) =>
  choice(alias(bare, kind), alias($._glued_string, kind), seq($._glued_junk, $._nothing));

/** The keys of targets whose value is a text. */
const TEXT_KEYS = ["text:", "text~:", "name:", "label:", "placeholder:", "testid:", "css:", "xpath:"];

/**
 * Some parts in their order, with keys of a target before, between and after them: at least one that is not `index:`.
 *
 * @param {GrammarSymbols<string>} $
 * @param {Rule[]} parts
 */
function beside_target($, ...parts) {
  const index = optional(alias($._index_alone, $.target));
  const any = optional($._any_target);
  // The place of the first such key tells the choices apart.
  const from = (/** @type {number} */ first) => (/** @type {number} */ at) =>
    at < first ? index : at === first ? $.target : any;
  const choices = [...parts, null].map((_, first) => {
    const slot = from(first);
    return seq(...parts.flatMap((part, at) => [slot(at), part]), slot(parts.length));
  });
  return choice(...choices);
}

module.exports = grammar({
  name: "aite",

  word: ($) => $._bare,

  externals: ($) => [
    $.comment,
    // The end of a line when another line of the same block follows …
    $._end,
    // … and when a step or the end of the file does, so that a step ends with its last command.
    $._gap,
    // Never there: what needs it is an error. It makes the longest word win, as it does in the compiler.
    $._nothing,
    // Never there: tells the scanner that # is a character.
    $._in_string,
  ],

  extras: ($) => [regex(SPACE), $.comment],

  rules: {
    script: ($) =>
      seq(
        repeat($._end),
        $.test,
        repeat(seq(repeat1($._end), $.header)),
        repeat1(seq(repeat1($._gap), $.step)),
        repeat($._gap),
      ),

    test: ($) => seq(alias("test", $.keyword), field("name", $.string)),

    // ── headers ──

    header: ($) =>
      choice(
        seq(alias("covers", $.keyword), repeat1(choice($.journey, $._junk))),
        seq(alias("start", $.keyword), $._address),
        seq(alias("needs", $.keyword), alias("session", $.word), choice(alias($._name, $.profile), $._junk)),
        seq(alias("timeout", $.keyword), choice($.duration, $._junk)),
        alias("posts", $.keyword),
        alias("spends", $.keyword),
      ),

    // ── steps and commands ──

    step: ($) =>
      seq(
        alias("step", $.keyword),
        field("name", $.string),
        repeat1(seq(repeat1($._end), $.command)),
      ),

    command: ($) =>
      choice(
        seq($._form, repeat(alias($._modifier, $.pair))),
        seq($._look, repeat(alias(choice($._modifier, $._within), $.pair))),
      ),

    _form: ($) => {
      const verb = (/** @type {string} */ word) => field("verb", alias(word, $.verb));
      const target = field("target", $.target);
      const name = (/** @type {SymbolRule<string>} */ kind) => field("name", choice(alias($._name, kind), $._junk));
      return choice(
        seq(verb("start"), $._address),
        seq(verb("goto"), $._address),
        seq(verb("click"), target),
        seq(verb("doubleClick"), target),
        seq(verb("type"), target, field("text", $.string)),
        seq(verb("press"), $._key),
        seq(verb("select"), target, field("option", $.string)),
        seq(verb("check"), target),
        seq(verb("uncheck"), target),
        seq(verb("sleep"), choice($.duration, $._junk)),
        seq(verb("capture"), name($.variable), target),
        seq(verb("set"), name($.variable), field("value", $.string)),
        seq(verb("switchTab"), choice(alias($._url, $.pair), alias("new", $.word))),
        verb("closeTab"),
        seq(verb("drag"), target, alias("to:", $.key), field("to", alias($._destination, $.target))),
        seq(verb("screenshot"), field("name", $.string)),
        seq(verb("call"), name($.check), repeat($._argument)),
        seq(verb("run"), field("path", choice(...PATHS.map((word) => alias($[word], $.path))))),
      );
    },

    _look: ($) => {
      const verb = (/** @type {string} */ word) => field("verb", alias(word, $.verb));
      return choice(
        seq(choice(verb("verify"), verb("verifyNot")), $._condition),
        seq(verb("wait"), $._state),
      );
    },

    _modifier: ($) =>
      choice(
        seq(alias("timeout:", $.modifier), value($, $._glued_duration, $.duration)),
        seq(alias("as:", $.modifier), value($, $._glued_name, $.string)),
        seq(alias("on:", $.modifier), value($, $._glued_name, $.profile)),
      ),
    _within: ($) => seq(alias("within:", $.modifier), $._text),

    _argument: ($) =>
      choice($.string, $.duration, alias($._number, $.number), alias($._bare, $.string), $._junk),

    // ── what is looked at ──

    target: ($) => seq(optional($._index_alone), $.pair, repeat(choice($.pair, alias($._index, $.pair)))),
    _index_alone: ($) => repeat1(alias($._index, $.pair)),
    _any_target: ($) => choice($.target, alias($._index_alone, $.target)),

    pair: ($) =>
      choice(
        ...TEXT_KEYS.map((key) => seq(alias(key, $.key), $._text)),
        seq(alias("role:", $.key), $._role),
      ),
    _index: ($) => seq(alias("index:", $.key), value($, $._glued_count, $.number)),

    _destination: ($) => alias($._glued_pair, $.pair),
    _glued_pair: ($) =>
      choice(
        ...TEXT_KEYS.map((key) => seq(alias(token.immediate(key), $.key), $._text)),
        seq(alias(token.immediate("role:"), $.key), $._role),
      ),

    // The parts of a condition may stand in any order.
    _condition: ($) => {
      const pair = (/** @type {Rule} */ rule) => alias(rule, $.pair);
      const [attr, number, from] = [$._attr, $._number_change, $._from].map(pair);
      const equals = pair($._equals_number);
      const early_number = pair(choice($._equals_digits, $._equals_string));
      const early_text = pair(choice($._equals_digits, $._equals_string, $._equals_bare, $._contains));
      return choice(
        seq($.target, optional(choice(...["enabled", "disabled", "checked"].map((word) => alias(word, $.word))))),
        seq(optional($._any_target), pair($._loose_text), optional($._any_target)),
        beside_target($, pair(choice($._value, $._count))),
        beside_target($, attr, pair(choice($._equals_text, $._contains))),
        beside_target($, early_text, attr),
        beside_target($, number, from, equals),
        beside_target($, number, equals, from),
        beside_target($, from, number, equals),
        beside_target($, from, equals, number),
        beside_target($, early_number, number, from),
        beside_target($, early_number, from, number),
        pair($._url),
        pair($._title),
        seq(
          alias("download", $.word),
          choice(seq(pair($._file), optional(pair($._size))), seq(pair($._size), pair($._file))),
        ),
      );
    },

    _state: ($) =>
      choice(
        seq($.target, optional(choice(alias("gone", $.word), alias("text-changes", $.word)))),
        alias($._url, $.pair),
        alias("network-idle", $.word),
      ),

    _loose_text: ($) => seq(choice(alias("text-i:", $.key), alias("text~i:", $.key)), $._text),
    _value: ($) => seq(alias("value:", $.key), $._text),
    _count: ($) => seq(alias("count:", $.key), $._whole),
    _attr: ($) => seq(alias("attr:", $.key), $._text),
    _contains: ($) => seq(alias("contains:", $.key), $._text),
    _equals_text: ($) => seq(alias("equals:", $.key), $._text),
    _equals_number: ($) => seq(alias("equals:", $.key), value($, $._glued_number, $.number)),
    // Before attr: and number: it is not known which of the two it is.
    _equals_bare: ($) => seq(alias("equals:", $.key), alias($._glued_bare, $.string)),
    _equals_string: ($) => seq(alias("equals:", $.key), alias($._glued_string, $.string)),
    _equals_digits: ($) => seq(alias("equals:", $.key), alias($._glued_number, $.number)),
    _number_change: ($) =>
      seq(alias("number:", $.key), value($, token.immediate("changed-by"), $.word)),
    _from: ($) => seq(alias("from:", $.key), value($, $._glued_name, $.variable)),
    _url: ($) => seq(alias("url~:", $.key), $._text),
    _title: ($) => seq(alias("title:", $.key), $._text),
    _file: ($) => seq(choice(alias("name:", $.key), alias("name~:", $.key)), $._text),
    _size: ($) => seq(alias("size-min:", $.key), $._whole),

    // ── values directly behind a colon ──

    _text: ($) => value($, $._glued_bare, $.string),
    _role: ($) => value($, $._glued_bare, $.role),
    _whole: ($) => value($, $._glued_whole, $.number),

    _glued_count: () => glued(COUNT),
    _glued_whole: () => glued(WHOLE),
    _glued_number: () => glued(NUMBER),
    _glued_duration: () => glued(DURATION),
    _glued_name: () => glued(NAME),
    _glued_bare: () => glued(`\\+[0-9]+(\\.[0-9]+)?|${BARE}`),
    _glued_junk: () => glued(JUNK),

    // ── words; of two that are equally long the first wins ──

    _address: ($) => {
      const quoted = alias($.string, $.address);
      return choice(quoted, seq($._blank, choice(quoted, $.address)));
    },
    _key: ($) => {
      const quoted = alias($.string, $.key_name);
      return choice(quoted, seq($._blank, choice(quoted, $.key_name, seq($._junk_run, $._nothing))));
    },
    // With a scheme, or with `${` before the first `://`: what it will be is seen when the test runs.
    address: ($) =>
      choice(
        seq($._host, repeat($._address_rest)),
        seq($._scheme, choice($.hole, $._opening, $._dollar), repeat($._address_rest)),
        seq(
          optional($._address_start),
          repeat(seq($._dollar, optional($._address_more))),
          choice($.hole, $._opening),
          repeat($._address_rest),
        ),
      ),
    _address_rest: ($) => choice($.hole, $._dollar, $._opening, $._address_text),
    _host: () => regex(`${HTTP}[^${WHITE}/?#:$][^${WHITE}$]*`),
    _scheme: () => regex(HTTP),
    _address_start: () => regex(plain(`[^${WHITE}:"#$]`)),
    _address_more: () => glued(plain(`[^${WHITE}:{$]`)),
    _address_text: () => glued(`[^${WHITE}$]+`),
    key_name: () => regex(`${HELD}*(${NAMED})|${HELD}+${SOLID}|${RUN_START}|${RUN_START}${SOLID}*\\$\\{${SOLID}*|\\$\\{${SOLID}*`),
    _junk_run: () => regex(`${RUN_START}${SOLID}*`),
    _blank: () => glued(`${SPACE}+`),

    journey: () => regex("\\p{Alphabetic}+-[0-9]+"),
    duration: () => regex(DURATION),
    _number: () => regex(NUMBER),
    _name: () => regex(NAME),
    _bare: () => regex(BARE),
    _junk: ($) => seq($._junk_word, $._nothing),
    _junk_word: () => regex(JUNK),

    // ── strings ──

    string: ($) => seq('"', $._inside),
    _glued_string: ($) => seq(token.immediate('"'), $._inside),
    _inside: ($) => seq(repeat(choice($._characters, $.escape, $.hole, $._in_string)), token.immediate('"')),
    _characters: ($) =>
      choice(
        token.immediate(prec(1, /[^"\\\n$]+/)),
        $._dollar,
        // There is no escape for ${: the backslash is a character.
        seq(token.immediate(prec(1, "\\")), choice($._dollar, $.hole)),
      ),
    _dollar: () => token.immediate(prec(1, "$")),
    // Of no name: in an address it is one all the same.
    _opening: () => token.immediate(prec(1, "${")),
    escape: () => token.immediate(prec(1, /\\["\\n]/)),
    hole: () => token.immediate(prec(1, regex(`\\$\\{${NAME}\\}`))),
  },
});
