/** Joins the class names that are not false or undefined: `classNames(styles.button, wide && styles.wide)`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
