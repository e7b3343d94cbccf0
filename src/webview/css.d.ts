/** Bundled into main.css. */
declare module "*.css";
