// React Router decides what a path means; to Vike the whole site is one page.
export default '*'
