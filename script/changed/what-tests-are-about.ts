import { coveredBy } from '../check/database-tests.ts'

/** A test that vitest runs in the default run. */
export const isTestWithoutBrowser = (path: string) =>
  /\.test\.tsx?$/.test(path) && /^(packages|apps|demo|e2e|script|bench|chaos)\//.test(path)

/** A test that playwright runs. */
export const isTestInBrowser = (path: string) =>
  /^(e2e\/|apps\/(player|office)\/src\/|packages\/[^/]+\/src\/).*\.spec\.ts$/.test(path)

/** A test in a browser that stands beside the screens it is about. */
export const isScreenTest = (path: string) => isTestInBrowser(path) && !path.startsWith('e2e/')

export const isTest = (path: string) => /\.(test|spec|chaos)\.tsx?$/.test(path)

/** What every test runs by, whatever it imports. */
export const configurationOf = (test: string): readonly string[] => {
  const installed = ['package.json', 'package-lock.json']
  if (isTestWithoutBrowser(test)) return [...installed, 'vitest.config.ts']
  if (isTestInBrowser(test))
    return [...installed, 'playwright.config.ts', 'apps/player/vite.config.ts', 'apps/office/vite.config.ts', 'e2e/fixtures.ts']
  return installed
}

/** Stories that go through most of the product: where a part of it changes they run, before all that is equally far. */
export const stories: Readonly<Record<string, RegExp>> = {
  'e2e/story.spec.ts': /^(apps|packages)\//,
  'apps/server/src/create-server.test.ts': /^(apps\/server|packages)\//,
}

const lockOfFormRun = ['apps/server/src/assessment/form-run/ledger-queries.ts']

/**
 * What tests without a browser show that reach it only through a whole server: locks, which no nearer test notices, who may make the
 * calls of the office, and what it shows of the caller.
 */
export const throughServer: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/assessment/ledger/time-ledger.test.ts': lockOfFormRun,
  'apps/server/src/office/office.test.ts': ['apps/server/src/http/office/office-sessions.ts'],
  'apps/server/src/testing/at-once.test.ts': lockOfFormRun,
  'apps/server/src/today/today.test.ts': ['apps/server/src/today/own-entries.ts'],
}

/** What a test is known to show, beside what its place and its imports say: the database code that it covers is in it. */
export const knownToShow = (test: string): readonly string[] => [...(coveredBy[test] ?? []), ...(throughServer[test] ?? [])]

const types = 'packages/question-types/src/'
const screens = 'apps/player/src/exam/screens/'

/**
 * What the tests of `e2e` are about, which load the built player and import nothing of it: what the paths of their subjects begin with.
 * A test that is about everything has an empty list: it runs nearby only when it, or what it imports, changes.
 */
export const subjects: Readonly<Record<string, readonly string[]>> = {
  'e2e/any-window.spec.ts': [`${screens}question/`, `${screens}sitting/`],
  'e2e/backup.spec.ts': ['apps/server/src/backup/', 'apps/player/src/sync/set-back/'],
  'e2e/built-player.spec.ts': [`${types}marking-marker.ts`, 'apps/player/vite.config.ts'],
  'e2e/calendar.spec.ts': [`${types}grid-form/calendar`, `${types}grid-form/date`, `${types}grid-form/day-`],
  'e2e/calls.spec.ts': [`${screens}sitting/`, 'apps/player/src/exam/exam-page.tsx'],
  'e2e/checked-answers.spec.ts': [`${screens}attempts/`, `${types}attempts/`],
  'e2e/choice-types.spec.ts': [`${types}combo/`, `${types}radio-with-other/`, `${types}option/`],
  'e2e/counted-films.spec.ts': [`${screens}film/`, `${types}recording/`],
  'e2e/counted-plays.spec.ts': [`${screens}audio/`, `${types}recording/`],
  'e2e/custom-code.spec.ts': [`${screens}code/`, 'apps/scorm-host/src/code/'],
  'e2e/demonstration.spec.ts': ['demo/demo/', 'demo/serve.ts', 'demo/exam-day/', 'apps/player/src/app/proctoring/'],
  'e2e/drag-and-drop.spec.ts': [`${types}drag-and-drop/`, `${types}match/`, `${types}blanks/`, `${types}gap/`],
  'e2e/drawings.spec.ts': [`${types}drawing/`, `${types}grid-form/drawing`, `${types}grid-form/said-of-drawing`],
  'e2e/each-kind-small.spec.ts': [types],
  'e2e/engines/other-engines.spec.ts': [],
  'e2e/engines/rarer-kinds.spec.ts': [],
  'e2e/every-screen.spec.ts': [],
  'e2e/explained-questions.spec.ts': [`${screens}explanations/`, `${types}explanations/`],
  'e2e/first-run.spec.ts': ['apps/server/src/installation/', 'apps/office/src/first-run/', 'apps/office/src/installation/'],
  'e2e/focus-in-sight.spec.ts': [types],
  'e2e/form-files.spec.ts': [`${types}grid-form/file`, `${types}grid-form/form-files`, `${screens}tools/upload/`],
  'e2e/grid-form.spec.ts': [`${types}grid-form/`],
  'e2e/hostile-content.spec.ts': ['packages/safe-html/src/', 'packages/ui/src/html.tsx', 'packages/ui/src/clean-html.ts'],
  'e2e/hostile-names.spec.ts': ['packages/safe-html/src/', 'packages/ui/src/clean-html.ts'],
  'e2e/impatient-dialogs.spec.ts': [
    'packages/ui/src/presses.ts',
    'packages/ui/src/watch-presses.ts',
    'packages/ui/src/dialog.tsx',
  ],
  'e2e/languages.spec.ts': ['packages/i18n/src/', 'packages/i18n/messages/'],
  'e2e/large-text.spec.ts': [
    'packages/ui/src/tokens.css',
    'packages/ui/src/app-bar',
    `${screens}work/`,
    `${screens}sitting/`,
    `${screens}time/`,
  ],
  'e2e/layers.spec.ts': ['packages/layer/src/', 'packages/ui/src/dialog.tsx'],
  'e2e/legacy-controls.spec.ts': ['apps/server/src/ascx/', `${types}legacy-control/`],
  'e2e/listening.spec.ts': [`${screens}media/`, `${screens}audio/`, `${types}recording/`],
  'e2e/names.spec.ts': [types, `${screens}question/`, `${screens}finishing/`, 'packages/layer/src/', 'packages/ui/src/dialog'],
  'e2e/office-story.spec.ts': ['apps/server/src/installation/', 'apps/server/src/office/', 'apps/office/src/'],
  'e2e/other-direction.spec.ts': ['packages/i18n/src/', 'packages/i18n/messages/ar/'],
  'e2e/picture-answers.spec.ts': ['on-picture', 'picture', 'points', 'pairs', 'order', 'cards', 'area'].map(
    (one) => `${types}grid-form/${one}`,
  ),
  'e2e/question-types.spec.ts': [`${types}radio/`, `${types}multiple-choice/`, `${types}long-text/`, `${types}true-false/`],
  'e2e/real-documents.spec.ts': [`${screens}documents/`, 'packages/pdf-viewer/src/'],
  'e2e/real-packages.spec.ts': ['apps/server/src/import/formats/'],
  'e2e/recorded-sitting.spec.ts': ['apps/player/src/sync/activity/', 'apps/server/src/commands/'],
  'e2e/reflow.spec.ts': [],
  'e2e/results-day.spec.ts': ['apps/office/src/results/', 'apps/office/src/result-rules/', 'apps/server/src/result-sets/'],
  'e2e/several-databases.spec.ts': ['apps/server/src/hosting/', 'apps/server/src/databases-file.ts'],
  'e2e/showcase.spec.ts': [types, 'demo/demo/exams/showcase/'],
  'e2e/small-windows.spec.ts': [`${screens}review/`, 'apps/player/src/schedules/'],
  'e2e/spoken-errors.spec.ts': ['packages/sign-in/src/', 'packages/ui/src/text-field', `${screens}entry/`],
  'e2e/story-fair.spec.ts': ['apps/server/src/assessment/results/', 'apps/server/src/assessment/schedules/'],
  'e2e/story-hand-in.spec.ts': ['apps/server/src/assessment/hand-in/', `${screens}hand-in/`],
  'e2e/story-keyboard.spec.ts': [],
  'e2e/story-lost-files.spec.ts': [
    'apps/player/src/sync/set-back/',
    'apps/player/src/sync/files/',
    'apps/player/src/sync/only-here/',
  ],
  'e2e/story-restore.spec.ts': ['apps/player/src/sync/set-back/', 'apps/server/src/generation/'],
  'e2e/story-time.spec.ts': [
    `${screens}time/`,
    `${screens}part-time/`,
    'apps/player/src/exam/session/',
    'apps/player/src/sync/time/',
  ],
  'e2e/story-upload.spec.ts': ['apps/server/src/files/resumable/', 'apps/player/src/sync/files/'],
  'e2e/story.spec.ts': ['packages/request-queue/src/', 'apps/player/src/sync/queue/', 'apps/player/src/sync/answers/'],
  'e2e/template-questions.spec.ts': ['packages/qti/src/', `${types}source/`, 'packages/exam/src/paper/'],
  'e2e/timed-questions.spec.ts': [`${screens}part-time/`],
  'e2e/translated.spec.ts': [],
  'e2e/without-stores.spec.ts': ['packages/storage/src/', 'apps/player/src/storage/', 'packages/client/src/held-storage.ts'],
  'e2e/written-formulas.spec.ts': [`${types}rich-text/`],
  'e2e/written-tables.spec.ts': [`${types}rich-text/`],
  'e2e/written-types.spec.ts': [`${types}multi-text/`, `${types}rich-text/`, `${types}evidence/`, `${types}visited/`],
}
