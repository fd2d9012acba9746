/** Names the office session that a page was opened with. A cookie of another one, planted or of another tab, is not used in its place. */
export const officeSessionHeader = 'sitwell-office-session'
