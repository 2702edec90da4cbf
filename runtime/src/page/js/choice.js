// Lists, boxes and what stands for them.

const optionData = (option, index) => ({
  index,
  text: short(optionText(option)),
  value: short(option.value),
  disabled: matches(option, ":disabled"),
  selected: option.selected,
});

/** Options of a native select: ok {options, multiple} | notSelect. */
const options = (node) =>
  withElement(node, (element) => {
    const select = selectAround(element);
    if (select === null) return { state: "notSelect" };
    return {
      state: "ok",
      multiple: select.multiple,
      options: Array.from(select.options).slice(0, 1000).map(optionData),
    };
  });

/** The select that is meant: the element, or the one its label is for. */
const selectAround = (element) => {
  if (element instanceof HTMLSelectElement) return element;
  const control = element instanceof HTMLLabelElement ? element.control : null;
  return control instanceof HTMLSelectElement ? control : null;
};

const normalisedEquals = (a, b) => normalise(a) === normalise(b);

/** Index of the option with this text (else this value); exact before case folded; -1 when there is none. */
const findOption = (select, wanted) => {
  const list = Array.from(select.options);
  const loose = comparison(wanted, "ignoreCase");
  const tests = [
    (option) => normalisedEquals(optionText(option), wanted),
    (option) => option.value === wanted,
    (option) => loose.test(optionText(option)),
  ];
  for (const test of tests) {
    const usable = list.findIndex((option) => test(option) && !matches(option, ":disabled"));
    const index = usable >= 0 ? usable : list.findIndex(test);
    if (index >= 0) return index;
  }
  return -1;
};

/** Chooses by number: chosen {changed, value, text} | disabled {by} | absent | notSelect. Fires input and change if it changes. */
const choose = (node, index) =>
  withElement(node, (element) => {
    const select = selectAround(element);
    if (select === null) return { state: "notSelect" };
    const option = select.options[index];
    if (option === undefined) return { state: "absent" };
    if (matches(option, ":disabled")) return { state: "disabled", by: describe(option) };
    const changed = !option.selected;
    if (changed) {
      focusElement(select, { preventScroll: true });
      if (select.multiple) option.selected = true;
      else select.selectedIndex = index;
      fire(select, "input");
      fire(select, "change");
    }
    return {
      state: option.selected ? "chosen" : "refused",
      changed,
      value: short(select.value),
      text: short(optionText(option)),
    };
  });

/** Chooses by text or value: like `choose`, with `absent {options}` listing what there is. */
const chooseText = (node, wanted) =>
  withElement(node, (element) => {
    const select = selectAround(element);
    if (select === null) return { state: "notSelect" };
    const index = findOption(select, wanted);
    return index < 0 ? { ...options(node), state: "absent" } : choose(node, index);
  });

const LIST_ROLES = new Set(["listbox", "menu", "tree", "grid"]);
const OPTION_SELECTOR = '[role="option" i],[role="menuitemradio" i],[role="menuitem" i],[role="treeitem" i]';

/** The list that belongs to an ARIA combobox: itself, owned, controlled, inside it, or the one list open on the page. */
const listOf = (memory, element) => {
  if (LIST_ROLES.has(roleOf(memory, element))) return element;
  const input = queryAll(element, "[aria-controls],[aria-owns]")[0];
  const pointed = [element, input]
    .filter((at) => at !== undefined)
    .flatMap((at) => [...referenced(at, "aria-controls"), ...referenced(at, "aria-owns")]);
  const list =
    pointed.find((at) => LIST_ROLES.has(roleOf(memory, at))) ??
    Array.from(queryAll(element, '[role="listbox" i]'))[0];
  if (list !== undefined) return list;
  const open = findAll(memory, '[role="listbox" i]').filter((at) => isVisible(memory, at));
  return open.length === 1 ? open[0] : null;
};

const ariaOption = (memory, option) => ({
  node: register(option),
  text: short(textOf(memory, option) || nameOf(memory, option)),
  visible: isVisible(memory, option),
  disabled: disabledBy(option) !== null,
  selected: checkedOf(memory, option) === true,
});

/** ARIA list: ok {list, open, expanded, options} | closed {expanded} | native | none. */
const listboxOf = (node) =>
  withElement(node, (element) => {
    if (selectAround(element) !== null) return { state: "native" };
    const memory = newMemory();
    const role = roleOf(memory, element);
    const expanded =
      attribute(element, "aria-expanded") ??
      attribute(queryAll(element, "[aria-expanded]")[0] ?? element, "aria-expanded");
    const list = listOf(memory, element);
    if (list === null || !isVisible(memory, list))
      return {
        state:
          role === "combobox" || expanded !== null || hasAttribute(element, "aria-haspopup")
            ? "closed"
            : "none",
        expanded,
      };
    const found = Array.from(queryAll(list, OPTION_SELECTOR)).slice(0, 1000);
    return {
      state: "ok",
      list: register(list),
      expanded,
      options: found.map((option) => ariaOption(memory, option)),
    };
  });

/** ok {checked: true | false | "mixed", radio} | notCheckable. */
const checkedState = (node) =>
  withElement(node, (element) => {
    const memory = newMemory();
    const checked = checkedOf(memory, element);
    if (checked === null) return { state: "notCheckable" };
    const box = element instanceof HTMLLabelElement ? element.control : element;
    const role = roleOf(memory, box ?? element);
    return { state: "ok", checked, radio: role === "radio" || role === "menuitemradio" };
  });

/** A visible label of a box that is not visible itself, or null. */
const proxyOf = (memory, element) => {
  if (
    !(element instanceof HTMLInputElement) ||
    (element.type !== "checkbox" && element.type !== "radio" && element.type !== "file")
  )
    return null;
  const label = labelsOf(element).find((at) => isVisible(memory, at));
  return label === undefined ? null : register(label);
};

/** What to click for a box: ok {node} (itself when visible and reachable, else its label) | hidden. */
const boxTarget = (node) =>
  withElement(node, (element) => {
    const memory = newMemory();
    if (isVisible(memory, element) && (!isInView(element) || aimAt(element).point !== undefined))
      return { state: "ok", node };
    const label = proxyOf(memory, element);
    if (label !== null) return { state: "ok", node: label };
    return isVisible(memory, element)
      ? { state: "ok", node }
      : { state: "hidden", ...hiddenBecause(memory, element) };
  });
