/** Style sheets become part of main.css when the page is bundled. */
declare module "*.css";
