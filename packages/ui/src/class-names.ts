/** Joins the class names that are there: `classNames(styles.button, wide && styles.wide)`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
