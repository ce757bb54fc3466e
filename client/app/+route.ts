// React Router decides what a path means; for Vike the whole site is one page.
// Not '*', which matches no path with a line break in it.
export default () => true
