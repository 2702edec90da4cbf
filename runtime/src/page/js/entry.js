// The one global of this world.

const element = (node) => elementOf(node);

/** An element for people, and whether the accessibility tree has it. */
const describeNode = (node) =>
  withElement(node, (at) => {
    const memory = newMemory();
    return { state: "ok", ...described(memory, at), exposed: inAccessibilityTree(memory, at) };
  });

if (globalThis.aite === undefined) {
  Object.defineProperty(globalThis, "aite", {
    value: Object.freeze({
      look,
      watch,
      cancel,
      aim,
      prepare,
      arm,
      outcome,
      unique,
      focusedForTyping,
      focus,
      selectAll,
      readyToType,
      pressedField,
      fieldValue,
      setFieldValue,
      fieldKind,
      options,
      choose,
      chooseText,
      listboxOf,
      checkedState,
      boxTarget,
      adopt,
      adoptRootsOf,
      census,
      register,
      element,
      ownerBox,
      frameAt,
      describe: describeNode,
    }),
  });
  // First in the window, before any listener of the page; everything else waits for the first question.
  installGuard();
}
