/**
 * What a browser loads from the sign-in page to the first question of an exam of common types, in the order in which it is needed: the
 * modules that are imported on the way, each with all that it imports itself. The build makes one file of each stage, and the check
 * weighs them (script/check/first-question.ts). What only some exams or learners need, or what is needed later, is imported when it
 * is (decision 93).
 */
export const wayToFirstQuestion = {
  first: ['apps/player/src/main.tsx'],
  'signed-in': [
    'apps/player/src/app/started-app.tsx',
    'apps/player/src/app/stored-session.ts',
    'apps/player/src/context/settings/settings-by-name.ts',
    'apps/player/src/storage/open-exam-store.ts',
    'apps/player/src/sync/activity/maintain-activity-log.ts',
    'apps/player/src/sync/sync-of-player.ts',
    'apps/player/src/app/shell/only-here-note.tsx',
    'apps/player/src/app/shell/open-again-notice.tsx',
    'apps/player/src/app/shell/sign-out.tsx',
    'apps/player/src/app/way-in.ts',
    'apps/player/src/rubric/rubric-page.tsx',
    'apps/player/src/schedules/schedules-page.tsx',
  ],
  exam: [
    'apps/player/src/exam/exam-page.tsx',
    'apps/player/src/exam/screens/review/review-page.tsx',
    'apps/player/src/exam/screens/time/time-panel.tsx',
    'packages/question-types/src/radio/panel.tsx',
    'packages/question-types/src/true-false/panel.tsx',
    'packages/question-types/src/multiple-choice/panel.tsx',
    'packages/question-types/src/multi-text/panel.tsx',
    'packages/question-types/src/long-text/panel.tsx',
  ],
} as const satisfies Record<string, readonly string[]>
