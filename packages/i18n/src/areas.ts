/** Sets of texts of the office's pages, each loaded with the pages that name it in `apps/office/src/pages.tsx`: its first screen has none of them. */
export const areasOfOfficePages = {
  officePeople: ['office-people', 'person-data', 'accommodations', 'accommodation-documents', 'many-people', 'office-places'],
  officeImport: ['office-import'],
  officeLibrary: ['office-library'],
  officeSchemes: ['office-schemes'],
  officePreview: ['office-preview'],
  officeCourses: ['office-courses'],
  officeDeliveries: ['office-deliveries'],
  officeExamDay: ['office-exam-day'],
  officeMarking: ['office-marking', 'documents'],
  officeLive: ['office-live'],
  officeToday: ['office-today'],
  officeRoles: ['office-roles'],
  officeInstallation: ['office-installation'],
  officeSettings: ['office-settings'],
  officeShortcuts: ['office-shortcuts'],
  officeStatistics: ['office-statistics'],
  officeExports: ['office-exports'],
  officeResults: ['office-results'],
  officeResultRules: ['office-result-rules'],
  officeResultMails: ['office-result-mails'],
  officeEvidence: ['office-evidence'],
} as const

export type OfficePageSet = keyof typeof areasOfOfficePages

/**
 * Who needs which texts when: each set is loaded as one, and each area of it is a file of every language in `messages`.
 * `visitor`: what shows before the sign-in; `proctoring`: the pages around a proctored exam; `player`: everything behind the sign-in;
 * `logs`: the pages and dialogs of administrators: what a device holds, reports of bugs, and signing in as a learner;
 * `writing`: what is said of formulas and drawings, loaded with what writes and draws them; `later`: what only some exams need, those with
 * explained words, films, timed parts, code of their own, answers that are checked, or files to upload, and what comes on the day of an exam or with a result that is released;
 * `office`: what is around every page of the staff's app, which the player never loads, and what several pages say; `firstRun`: its page
 * that creates the first organisation; `preview`: what the player says in a frame of the office; `server`: what the server writes itself.
 */
export const areasOf = {
  visitor: ['shell', 'sign-in', 'mfa'],
  proctoring: ['proctoring'],
  player: [
    'session',
    'rubric',
    'schedules',
    'exam',
    'ending',
    'question',
    'tools',
    'upload',
    'documents',
    'print',
    'outro',
    'hand-in',
    'seb',
    'courses',
  ],
  logs: ['logs', 'support'],
  writing: ['formula', 'drawing'],
  later: ['explanations', 'films', 'part-time', 'code', 'attempts', 'files', 'exam-day', 'statement', 'presets'],
  office: ['office-ui', 'office', 'office-words'],
  firstRun: ['first-run'],
  ...areasOfOfficePages,
  preview: ['preview'],
  server: ['letters', 'paper', 'room-paper', 'pages', 'exports'],
} as const

export type MessageSetName = keyof typeof areasOf
