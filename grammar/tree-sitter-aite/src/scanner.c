// What the generated lexer cannot know: comments outside strings, and which line end is the last of a step.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token { COMMENT, END, GAP, NOTHING, IN_STRING };

typedef struct {
  // A comment that has its line for itself was read last, so the line end behind it is like the one before it.
  bool after_comment;
  // What came before the line that is being read: a line end behind which a step, or nothing, follows.
  bool gap;
} Scanner;

// White space inside a line, as the language has it.
static bool is_space(int32_t c) {
  return (c >= 0x09 && c <= 0x0d && c != '\n') || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 ||
         c == 0xfeff;
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static void to_line_end(TSLexer *lexer) {
  while (!lexer->eof(lexer) && lexer->lookahead != '\n') advance(lexer);
}

// Whether the next line that says something begins a step, or there is none.
static bool step_follows(TSLexer *lexer) {
  for (;;) {
    if (lexer->eof(lexer)) return true;
    if (lexer->lookahead == '#') {
      to_line_end(lexer);
    } else if (lexer->lookahead == '\n' || is_space(lexer->lookahead)) {
      advance(lexer);
    } else {
      break;
    }
  }
  for (const char *word = "step"; *word; word++) {
    if (lexer->lookahead != *word) return false;
    advance(lexer);
  }
  int32_t next = lexer->lookahead;
  return lexer->eof(lexer) || next == '\n' || next == '"' || next == '#' || is_space(next);
}

static bool comment(Scanner *scanner, TSLexer *lexer, bool at_line_start) {
  to_line_end(lexer);
  lexer->mark_end(lexer);
  lexer->result_symbol = COMMENT;
  scanner->after_comment = at_line_start;
  return true;
}

static bool line_end(Scanner *scanner, TSLexer *lexer, bool at_line_start) {
  advance(lexer);
  lexer->mark_end(lexer);
  // Between two lines that say something the answer is looked for once.
  if (!at_line_start && !scanner->after_comment) scanner->gap = step_follows(lexer);
  scanner->after_comment = false;
  lexer->result_symbol = scanner->gap ? GAP : END;
  return true;
}

void *tree_sitter_aite_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_aite_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_aite_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *scanner = payload;
  buffer[0] = (char)(scanner->after_comment | scanner->gap << 1);
  return 1;
}

void tree_sitter_aite_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  scanner->after_comment = length > 0 && (buffer[0] & 1);
  scanner->gap = length > 0 && (buffer[0] & 2);
}

bool tree_sitter_aite_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  // While the parser looks for its way after an error everything is valid.
  if (valid[IN_STRING] && !valid[NOTHING]) return false;
  bool at_line_start = lexer->get_column(lexer) == 0;
  while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead == '#') return valid[COMMENT] && comment(payload, lexer, at_line_start);
  if (lexer->lookahead == '\n') return (valid[END] || valid[GAP]) && line_end(payload, lexer, at_line_start);
  return false;
}
