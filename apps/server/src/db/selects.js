// @ts-check
// JavaScript, for SQLite's thread asks it too.

/**
 * Whether a statement begins with `select`.
 * @param {string} sql
 */
export const selects = (sql) => /^\s*select\b/i.test(sql)
