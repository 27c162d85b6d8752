// Whether Python has answered: for the widgets that hear of it by a trait, never by an error.
// After a restart of the kernel a trait that is set goes nowhere, and nobody says so.

const LATE_MS = 1500;

/** A watch: `asked` starts it, `heard` ends it; without an answer in time `onLate` is called. */
function watchForAnswer(onLate) {
  let timer = null;
  const heard = () => clearTimeout(timer);
  const asked = () => {
    heard();
    timer = setTimeout(onLate, LATE_MS);
  };
  return { asked, heard };
}
