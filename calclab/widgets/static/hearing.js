// Whether Python has answered. While a cell runs it hears nothing, and after a restart of the kernel
// what is set or sent goes nowhere; nobody else says so.

const UNHEARD_MS = 1500;

/** A watch: `asked` starts it, `heard` ends it; without an answer in time `onLate` is called. */
function watchForAnswer(onLate, late = UNHEARD_MS) {
  let timer = null;
  const heard = () => clearTimeout(timer);
  const asked = () => {
    heard();
    timer = setTimeout(onLate, late);
  };
  return { asked, heard };
}
