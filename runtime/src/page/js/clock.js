// Time: timers where they run, else animation frames. A sandboxed frame without scripts runs no timers, a tab in the
// background no animation frames.

let timersRun = false;
setTimeout(() => (timersRun = true), 0);

/** Calls back after so many milliseconds, unless the function it returns is called first. */
const after = (ms, callback) => {
  const due = now() + ms;
  let over = false;
  let frame = 0;
  const stop = () => {
    over = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  const run = () => {
    if (over) return;
    stop();
    callback();
  };
  const tick = () => {
    if (over || timersRun) return;
    if (now() >= due) run();
    else frame = requestAnimationFrame(tick);
  };
  const timer = setTimeout(run, ms);
  if (!timersRun) frame = requestAnimationFrame(tick);
  return stop;
};

/** The next animation frame, or soon after it should have come. */
const soon = (callback) => {
  let over = false;
  const once = () => {
    if (over) return;
    over = true;
    cancelAnimationFrame(frame);
    stop();
    callback();
  };
  const frame = requestAnimationFrame(once);
  const stop = after(visibilityState(page()) === "visible" ? 50 : 15, once);
};
const nextFrame = () => new Promise(soon);
