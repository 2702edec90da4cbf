// Targets that mean one element alone: what to write instead of an ambiguous one.

const rewritesOf = (memory, element) => {
  const testid = attribute(element, "data-testid");
  const role = roleOf(memory, element);
  const name = short(nameOf(memory, element));
  const text = textOf(memory, element);
  const placeholder = attribute(element, "placeholder");
  const tries = [];
  if (testid !== null && testid !== "") tries.push({ testid });
  if (name !== "" && role !== "generic" && role !== "none") tries.push({ role, name });
  if (isFormControl(memory, element))
    for (const label of labelTexts(memory, element).slice(0, 2)) tries.push({ label });
  if (placeholder !== null && placeholder !== "") tries.push({ placeholder });
  if (text !== "" && text.length <= 80) tries.push({ text });
  tries.push({ css: selectorOf(memory, element) });
  if (text !== "" && text.length <= 80 && testid) tries.push({ testid, text });
  return tries;
};

const meansOnly = (memory, target, element) => {
  const { visible } = findTarget(memory, target, EVERYWHERE.allows);
  return visible.length === 1 && visible[0] === element;
};

/** A target that finds this element and no other visible one, or null. */
const uniqueTarget = (memory, element) =>
  rewritesOf(memory, element).find((target) => meansOnly(memory, target, element)) ?? null;

/** `unique(nodes)`: for each, a rewrite of the target as data, verified to be unique in this frame. */
const unique = (nodes) => {
  const memory = newMemory();
  return nodes.slice(0, 20).map((node) => {
    const element = elementOf(node);
    return element === null ? { node, target: null } : { node, target: uniqueTarget(memory, element) };
  });
};
