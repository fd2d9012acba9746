/**
 * Who needs which texts when: each set is loaded as one, and each area of it is a file of every language in `messages`.
 * `visitor`: what shows before the sign-in; `proctoring`: the pages around a proctored exam; `player`: everything behind the sign-in;
 * `logs`: the pages of what a device holds, for administrators alone;
 * `writing`: what is said of formulas and drawings, loaded with what writes and draws them; `later`: what only some exams need, those with
 * explained words, films, timed parts, code of their own, answers that are checked, or files to upload;
 * `office`: the staff's app, which the player never loads; `settings`: what its pages of settings say, loaded with them; `preview`: what
 * the player says in a frame of the office; `server`: what the server writes itself.
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
    'support',
  ],
  logs: ['logs'],
  writing: ['formula', 'drawing'],
  later: ['explanations', 'films', 'part-time', 'code', 'attempts', 'files'],
  office: [
    'office-ui',
    'office',
    'office-people',
    'office-import',
    'person-data',
    'many-people',
    'office-places',
    'office-library',
    'office-preview',
    'office-courses',
    'office-today',
    'first-run',
  ],
  preview: ['preview'],
  settings: ['office-settings'],
  server: ['letters', 'paper', 'pages'],
} as const

export type MessageSetName = keyof typeof areasOf
