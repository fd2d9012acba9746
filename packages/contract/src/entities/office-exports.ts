/** What an export of results has rows of. */
export const exportsOfResults = ['people', 'questions', 'responses'] as const
export type ExportOfResults = (typeof exportsOfResults)[number]

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
