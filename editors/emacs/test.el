;;; test.el --- The mode against the real language server  -*- lexical-binding: t; -*-

;; emacs -Q --batch -l test.el; AITE_PROGRAM says which program.

;;; Code:

(setq load-prefer-newer t)
(require 'package)
;; Where Debian keeps the package of eglot, which Emacs 28 does not have itself.
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'ert)
(require 'eglot)
(require 'flymake)

(defconst aite-test--here (file-name-directory (or load-file-name buffer-file-name)))
(load (expand-file-name "aite-mode.el" aite-test--here))

(setq aite-program
      (or (getenv "AITE_PROGRAM") (expand-file-name "../../target/debug/aite" aite-test--here)))

(defmacro aite-test--with (text &rest body)
  "Run BODY in a script with TEXT, in a project of its own."
  (declare (indent 1))
  `(let* ((folder (file-truename (make-temp-file "aite-emacs-" t)))
          (file (expand-file-name "a.aite" folder)))
     (unwind-protect
         (progn
           (write-region "{}" nil (expand-file-name "aite.config.json" folder))
           (write-region ,text nil file)
           (with-current-buffer (find-file-noselect file)
             (unwind-protect (progn ,@body)
               (set-buffer-modified-p nil)
               (kill-buffer))))
       (delete-directory folder t))))

(defun aite-test--wait (condition)
  "Wait until CONDITION answers something, and answer it."
  (let ((deadline (+ (float-time) 20)) answer)
    (while (and (not (setq answer (funcall condition))) (< (float-time) deadline))
      (accept-process-output nil 0.02))
    answer))

(defun aite-test--face (text)
  "The face of the first TEXT of the buffer."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (match-beginning 0) 'face))

(ert-deftest aite-colours ()
  (aite-test--with "test \"t\"\n  start http://a.test/#/b  # c\n  step \"s ${x}\"\n    click role:button on:bob\n"
    (should (eq major-mode 'aite-mode))
    (font-lock-ensure)
    (should (eq (aite-test--face "test") 'font-lock-keyword-face))
    (should (eq (aite-test--face "start") 'font-lock-keyword-face))
    (should (eq (aite-test--face "#/b") 'font-lock-constant-face))
    (should (memq (aite-test--face "# c") '(font-lock-comment-face font-lock-comment-delimiter-face)))
    (should (eq (aite-test--face "click") 'font-lock-function-name-face))
    (should (eq (aite-test--face "role") 'font-lock-type-face))
    (should (eq (aite-test--face "on:") 'font-lock-builtin-face))
    (should (eq (aite-test--face "x}") 'font-lock-variable-name-face))))

(ert-deftest aite-indentation ()
  (aite-test--with "test \"t\"\nposts\nstep \"s\"\nclick text:\"a\"\n\nstep \"u\"\ncloseTab\n"
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string)
                   "test \"t\"\n  posts\n  step \"s\"\n    click text:\"a\"\n\n  step \"u\"\n    closeTab\n"))))

(ert-deftest aite-index ()
  (aite-test--with "test \"t\"\n  step \"one\"\n    closeTab\n  step \"two\"\n    closeTab\n"
    (let ((index (imenu--make-index-alist t)))
      (should (assoc "one" index))
      (should (assoc "two" index)))))

(defun aite-test--diagnostics ()
  "The diagnostics of the buffer, once there are some."
  ;; Without a window nobody starts Flymake, and what arrived before it was started it takes only when it is.
  (aite-test--wait (lambda () (or (flymake-diagnostics) (ignore (flymake-start))))))

(ert-deftest aite-server-shows-mistakes-and-completes ()
  (aite-test--with "test \"t\"\n  step \"s\"\n    clik text:\"a\"\n    cl\n"
    (let ((eglot-sync-connect 20) (eglot-autoshutdown t))
      ;; As M-x eglot does, without asking.
      (apply #'eglot (eglot--guess-contact))
      (should (eglot-current-server))
      (unwind-protect
          (progn
            (let ((found (aite-test--diagnostics)))
              (should found)
              (let ((first (car (sort found (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))))
                (should (string-match-p "unknown command \"clik\"" (flymake-diagnostic-text first)))
                (should (= (line-number-at-pos (flymake-diagnostic-beg first)) 3))))
            (goto-char (point-max))
            (forward-line -1)
            (end-of-line)
            (let* ((answer (eglot-completion-at-point))
                   (all (all-completions "" (nth 2 answer))))
              (should (seq-find (lambda (label) (string-prefix-p "click" label)) all))))
        (eglot-shutdown (eglot-current-server) nil 20)))))

(ert-deftest aite-server-judges-tasks-and-no-other-json ()
  (let* ((fixtures (expand-file-name "../../fixtures/tasks/" aite-test--here))
         (folder (file-truename (make-temp-file "aite-emacs-" t)))
         (task (expand-file-name "bench/tasks/bad.json" folder))
         (other (expand-file-name "page/bad.json" folder)))
    (unwind-protect
        (progn
          (dolist (file (list task other))
            (make-directory (file-name-directory file) t)
            (copy-file (expand-file-name "bad/driver-kind.json" fixtures) file))
          (copy-file (expand-file-name "data-set/manifest.json" fixtures) (expand-file-name "bench/" folder))
          (write-region "{ \"name\": \"a web page\" }" nil (expand-file-name "page/manifest.json" folder))
          (with-current-buffer (find-file-noselect other)
            (should-not (eq major-mode 'aite-json-mode))
            (kill-buffer))
          (with-current-buffer (find-file-noselect task)
            (should (eq major-mode 'aite-json-mode))
            (let ((eglot-sync-connect 20) (eglot-autoshutdown t))
              (apply #'eglot (eglot--guess-contact))
              (unwind-protect
                  (should (aite-test--diagnostics))
                (eglot-shutdown (eglot-current-server) nil 20)))
            (kill-buffer)))
      (delete-directory folder t))))

(ert-deftest aite-run-says-what-is-wrong ()
  (aite-test--with "test \"t\"\n  step \"s\"\n    clik text:\"a\"\n"
    (let ((compilation-ask-about-save nil))
      (aite-run)
      (let ((output (get-buffer "*compilation*")))
        ;; What a process that ended has said may still be on its way.
        (should (aite-test--wait
                 (lambda ()
                   (with-current-buffer output
                     (string-match-p "unknown command \"clik\"" (buffer-string))))))))))

(ert-run-tests-batch-and-exit)

;;; test.el ends here
