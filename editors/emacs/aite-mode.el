;;; aite-mode.el --- Browser tests in .aite scripts  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for .aite scripts: colours, indentation and an index by itself, everything else by eglot and the
;; language server `aite lsp'.  `C-c C-c' runs the test that point is in.

;;; Code:

(require 'compile)
(require 'js)

(defgroup aite nil
  "Browser tests in .aite scripts."
  :group 'languages)

(defcustom aite-program "aite"
  "The program aite."
  :type 'string)

(defcustom aite-run-arguments nil
  "What `aite run' is given besides the script, for example (\"--serve\" \"site\")."
  :type '(repeat string)
  :safe #'listp)

;;;; Colours

(eval-and-compile
  (defconst aite--verbs
    '("start" "goto" "click" "doubleClick" "type" "press" "select" "check" "uncheck" "verify" "verifyNot" "wait"
      "sleep" "capture" "set" "switchTab" "closeTab" "drag" "screenshot" "call" "run"))
  (defconst aite--headers '("covers" "start" "needs" "timeout" "posts" "spends"))
  (defconst aite--modifiers '("timeout" "within" "as" "on"))
  (defconst aite--keys
    '("text" "text~" "role" "name" "label" "placeholder" "testid" "css" "xpath" "index" "to" "text-i" "text~i" "value"
      "count" "attr" "equals" "contains" "number" "from" "title" "url~" "name~" "size-min"))
  (defconst aite--words
    '("session" "enabled" "disabled" "checked" "gone" "text-changes" "network-idle" "download" "new")))

(defconst aite-font-lock-keywords
  `((,(rx line-start (* blank) (group (or "test" "step")) (or blank "\"" line-end))
     1 font-lock-keyword-face)
    ;; A header stands less deep than a command; the server knows better.
    (,(rx line-start (** 0 3 blank) (group (eval (cons 'or aite--headers))) (or blank "\"" line-end))
     1 font-lock-keyword-face)
    (,(rx line-start (* blank) (group (eval (cons 'or aite--verbs))) (or blank "\"" line-end))
     1 font-lock-function-name-face)
    (,(rx line-start (* blank) (or "start" "goto") (+ blank) (group (not (any "\"# \t\n")) (* (not (any blank "\n")))))
     1 font-lock-constant-face t)
    (,(rx line-start (* blank) (or "set" "capture") (+ blank) (group (+ (any alnum "-_"))))
     1 font-lock-variable-name-face)
    (,(rx line-start (* blank) "press" (+ blank) (group (not (any "\"# \t\n")) (* (not (any blank "\n")))))
     1 font-lock-constant-face t)
    (,(rx (or blank "\"") (group (eval (cons 'or aite--modifiers))) ":") 1 font-lock-builtin-face)
    (,(rx (or blank "\"" ":") (group (eval (cons 'or aite--keys))) ":") 1 font-lock-type-face)
    (,(rx (or blank "\"") (group (eval (cons 'or aite--words))) (or blank line-end)) 1 font-lock-constant-face)
    (,(rx "${" (group (+ (any alnum "-_"))) "}") 1 font-lock-variable-name-face t))
  "What `aite-mode' colours.")

;; An address keeps its # and what follows; a string ends with its line.
(defconst aite--syntax-propertize
  (syntax-propertize-rules
   ((rx line-start (* blank) (or "start" "goto" "press") (+ blank) (not (any "\"# \t\n")) (*? (not (any blank "\n")))
        (group "#"))
    (1 "."))))

(defvar aite-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?' "." table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?~ "_" table)
    (modify-syntax-entry ?: "." table)
    table)
  "The syntax of scripts.")

;;;; Indentation

(defun aite--line-depth ()
  "How deep the line at point belongs: 0 to 2."
  (save-excursion
    (back-to-indentation)
    (cond ((looking-at-p (rx "test" (or blank "\""))) 0)
          ((looking-at-p (rx "step" (or blank "\""))) 1)
          ((re-search-backward (rx line-start (* blank) "step" (or blank "\"")) nil t) 2)
          ((re-search-backward (rx line-start (* blank) "test" (or blank "\"")) nil t) 1)
          (t 0))))

(defun aite-indent-line ()
  "Indent the line by what it is."
  (let ((beyond (- (point-max) (point))))
    (indent-line-to (* 2 (aite--line-depth)))
    (when (> (- (point-max) beyond) (point))
      (goto-char (- (point-max) beyond)))))

;;;; Running

(defun aite--root (file)
  "The folder of the project of FILE."
  (or (locate-dominating-file file "aite.config.json") (file-name-directory file)))

(defun aite-run (&optional headed)
  "Run the test that point is in.
With a prefix argument, HEADED, it runs in a browser that can be seen."
  (interactive "P")
  (when (buffer-modified-p) (save-buffer))
  (aite--run buffer-file-name (line-number-at-pos) headed))

(defun aite--run (file line headed)
  "Run the script FILE, at LINE unless that is nil.
Show the browser when HEADED."
  (let* ((default-directory (aite--root file))
         (path (file-relative-name file))
         (place (if line (format "%s:%d" path line) path))
         (arguments (append (list aite-program "run" place) (and headed '("--headed")) aite-run-arguments)))
    (compile (mapconcat #'shell-quote-argument arguments " "))))

;; `file.aite:12: …' and `╭─[ file.aite:12:5 ]'
(add-to-list 'compilation-error-regexp-alist-alist
             '(aite "\\(?:^\\|\\[ \\)\\([^][:\n]+\\.aite\\):\\([0-9]+\\)\\(?::\\([0-9]+\\)\\)?" 1 2 3))
(add-to-list 'compilation-error-regexp-alist 'aite)

;;;; The mode

(defvar aite-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'aite-run)
    map)
  "The keys of `aite-mode'.")

;;;###autoload
(define-derived-mode aite-mode prog-mode "aite"
  "Browser tests in .aite scripts."
  (setq-local comment-start "# "
              comment-start-skip "#+ *"
              comment-end ""
              indent-tabs-mode nil
              tab-width 2
              indent-line-function #'aite-indent-line
              syntax-propertize-function aite--syntax-propertize
              font-lock-defaults '(aite-font-lock-keywords)
              imenu-generic-expression
              '((nil "^[ \t]*step[ \t]*\"\\(\\(?:[^\"\\\n]\\|\\\\.\\)*\\)\"" 1)
                ("Test" "^[ \t]*test[ \t]*\"\\(\\(?:[^\"\\\n]\\|\\\\.\\)*\\)\"" 1))
              outline-regexp "[ \t]*\\(?:test\\|step\\)\\_>"
              electric-indent-chars (cons ?\s electric-indent-chars)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.aite\\'" . aite-mode))

;;;; Configurations and tasks

(defun aite--data-set-p (folder)
  "Whether FOLDER has the manifest of a data set, which web pages have too."
  (let ((manifest (expand-file-name "manifest.json" folder)))
    (when (file-readable-p manifest)
      (with-temp-buffer
        (insert-file-contents manifest)
        (search-forward "\"bench_id\"" nil t)))))

(defun aite--json-p ()
  "Whether the file of the buffer is JSON of which aite knows something."
  (when buffer-file-name
    (or (string= (file-name-nondirectory buffer-file-name) "aite.config.json")
        (and (string-suffix-p ".json" buffer-file-name)
             (locate-dominating-file buffer-file-name #'aite--data-set-p)))))

;;;###autoload
(define-derived-mode aite-json-mode js-mode "aite-json"
  "Configurations of projects, and tasks of benchmarks."
  (setq-local js-indent-level 2))

;; A name does not tell a task, and other modes have it by its name already.
(add-to-list 'magic-mode-alist '(aite--json-p . aite-json-mode))

;;;; The language server

(defvar eglot-server-programs)

(defun aite--server (&rest _)
  "How the language server is started."
  (list aite-program "lsp"))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((aite-mode aite-json-mode) . aite--server)))

(provide 'aite-mode)

;;; aite-mode.el ends here
