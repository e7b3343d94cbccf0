export const editingEn = {
  applyCode: "Apply",
  newFile: "New file",
  runInTerminal: "Run in terminal",
  collapseCode: "Collapse code",
  expandCode: "Expand code",
  moreCodeActions: "More actions",
};
