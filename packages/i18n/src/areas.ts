/**
 * Who needs which texts when: each set is loaded as one, and each area of it is a file of every language in `messages`.
 * `visitor`: what shows before the sign-in; `proctoring`: the pages around a proctored exam; `player`: everything behind the sign-in;
 * `writing`: what is said of formulas and drawings, loaded with what writes and draws them; `explanations`: exams with explained words alone;
 * `films`: what only exams with films need; `partTime`: what only those with timed parts do; `code`: those whose questions have code of their own;
 * `attempts`: those in which answers are checked;
 * `server`: what the server writes itself.
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
    'logs',
    'support',
  ],
  writing: ['formula', 'drawing'],
  explanations: ['explanations'],
  films: ['films'],
  partTime: ['part-time'],
  code: ['code'],
  attempts: ['attempts'],
  server: ['letters', 'paper', 'pages'],
} as const

export type MessageSetName = keyof typeof areasOf
