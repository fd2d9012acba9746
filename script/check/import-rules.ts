import type { IFlattenedRuleSet } from 'dependency-cruiser'
import { type MayImport, node, npm, packages } from './may-import.ts'
import { serverForbids, serverMayImport } from './server-rooms.ts'

const test = '\\.(test|spec)\\.tsx?$'

const { contract, exam, qti, i18n, 'safe-html': safeHtml, 'question-types/marking': marking } = packages
const ui = '^packages/ui/src/'
/** What every app stands on: the session of a tab, its texts and settings. */
const appCore = '^packages/app-core/src/'
/** The way of a person into an app: its pages, machines and second step. */
const signIn = '^packages/sign-in/src/'
/** What is around the pages of an app, and its start. */
const appShell = '^packages/app-shell/src/'
/** What the builds of apps have in common. */
const appBuild = '^packages/app-build/src/'
/** Which page shows, of which address, and the moves between them. */
const navigation = '^packages/navigation/src/'
/** The colours of an app: themes that people choose, and an organisation's own. */
const themes = '^packages/themes/src/'
/** What a colour is, and its contrast with another, for whatever draws. */
const colours = '^packages/themes/src/colour\\.ts$'
/** What lies over a page. */
const layer = '^packages/layer/src/'
/** The viewer of PDFs of any app. */
const pdfViewer = '^packages/pdf-viewer/src/'
/** The components of the staff's app, which the player never loads. */
const officeUi = '^packages/office-ui/src/'
const client = '^packages/client/src/'
/** What an app keeps in the browser: places of records, their formats, and what a full or broken store does. */
const storage = '^packages/storage/src/'
/** Requests that wait in the browser until the server has them, and which of its tabs sends them. */
const requestQueue = '^packages/request-queue/src/'
const questionTypes = '^packages/question-types/src/'
/** The files of a question type that know its key, with the registry of them. */
const markingSide = '^packages/question-types/src/.*(marking|qti|authored-question|option-credit|check-options)\\.ts$'
/** What a learner sees and touches of a question type, with the registry of it. */
const panelSide = '^packages/question-types/src/.*(\\.tsx|panels\\.ts|panel-[a-z]+\\.ts|\\.css)$'

const ground = ['context', 'live', 'storage']
const player = (...folders: string[]) => `^apps/player/src/(${folders.join('|')})/`
/** Screens beside the exam, which has its own rooms. */
const screens = ['administration', 'elearning', 'rubric', 'schedules', 'service-worker', 'support']
const rules = '^packages/question-types/src/(rules|recordings)\\.ts$'
const panels = '^packages/question-types/src/panels\\.ts$'
const react = npm('react', 'react-dom', 'react-aria-components', '@internationalized/date', 'xstate', '@xstate/react')

const serverSrc = '^apps/server/src/'

/** What tests run on, wherever they are. */
const testTools = npm('vitest', 'fast-check', 'fake-indexeddb')
const browserTools = npm('@playwright/test')

/** Rooms of one folder: each imports itself, and of the others those that are named. */
const rooms = (folder: string, each: Readonly<Record<string, readonly string[]>>): MayImport[] =>
  Object.entries(each).map(([room, others]) => ({
    why: `${room} stands on ${others.join(', ') || 'nothing beside it'}`,
    from: `${folder}${room}/`,
    to: [room, ...others].map((name) => `${folder}${name}(/|\\.ts$)`),
  }))

/**
 * The rooms of the folder of signing in, and those that each stands on. Services may import each other, so that this is said by what
 * is forbidden: all that stands nowhere here.
 */
const securityRooms: Readonly<Record<string, readonly string[]>> = {
  organisation: [],
  people: [],
  tokens: ['organisation', 'people'],
  sessions: ['organisation', 'people'],
  credentials: ['people', 'sessions'],
  mfa: ['organisation', 'people', 'tokens', 'sessions', 'credentials'],
  passwords: ['organisation', 'people', 'tokens', 'sessions', 'credentials', 'mfa'],
  'sign-in': ['organisation', 'people', 'tokens', 'sessions', 'credentials', 'mfa'],
}
const security = `${serverSrc}security/`

const mayImport: readonly MayImport[] = [
  { why: 'what content may be made of is lists and pure functions', from: safeHtml, to: [safeHtml] },
  { why: 'the contract is schemas alone', from: contract, to: [contract, ...npm('zod')] },
  {
    why: 'texts and their languages; the files of messages are read on Node',
    from: i18n,
    to: [i18n, '^packages/i18n/messages/', node, ...npm('icu-minify')],
  },
  ...rooms(exam, {
    paper: [],
    time: ['paper'],
    ledger: ['time', 'paper'],
    parts: ['ledger', 'time', 'paper'],
    answers: ['ledger'],
    evidence: [],
    seb: ['evidence'],
    courses: ['answers'],
    calculator: [],
    media: [],
    organisation: [],
    statistics: [],
    'marks-ledger': [],
    'mark-scheme': ['marks-ledger'],
    'result-rules': ['marks-ledger'],
    'result-sets': [],
  }),
  { why: 'decimals come from a library', from: `${exam}calculator/`, to: npm('big.js') },
  { why: 'sums of marks are compared with exact ones', from: `${exam}results/exact-marks\\.test\\.ts$`, to: npm('big.js') },
  { why: 'the processing of QTI is pure', from: qti, to: [qti] },
  { why: 'what came with a question is marked by its own processing', from: markingSide, to: [qti] },
  {
    why: 'the sides of question types, kept apart below',
    from: questionTypes,
    to: [questionTypes, contract, exam, i18n, safeHtml, ...npm('zod')],
  },
  {
    why: 'texts of a question become XML',
    from: '^packages/question-types/src/qti-writing/xml-qti\\.ts$',
    to: npm('htmlparser2'),
  },
  { why: 'a panel is a component', from: panelSide, to: [layer, ...react] },
  {
    why: 'the editor of rich text, loaded when it is shown',
    from: '^packages/question-types/src/rich-text/editor/',
    to: npm(
      'lexical',
      '@lexical/link',
      '@lexical/list',
      '@lexical/react',
      '@lexical/selection',
      '@lexical/table',
      '@lexical/utils',
      'temml',
    ),
  },
  {
    why: 'cards that are dragged',
    from: '^packages/question-types/src/drag-and-drop/',
    to: npm('@dnd-kit/core'),
  },
  { why: 'rules made up for tests', from: `${exam}result-rules/testing/`, to: npm('fast-check') },
  { why: 'questions made up for tests', from: '^packages/question-types/src/[\\w/-]*testing/', to: npm('fast-check') },

  {
    why: 'the styled components know nothing of exams, and serve any app',
    from: ui,
    to: [
      ui,
      layer,
      safeHtml,
      ...npm('react', 'react-dom', 'dompurify', '@fontsource-variable/noto-sans', '@fontsource/noto-sans-math'),
    ],
  },
  {
    why: 'what every app stands on knows no screen, and no exam',
    from: appCore,
    to: [appCore, client, contract, i18n, ...npm('react', 'zod')],
  },
  {
    why: 'the way into any app knows no exam',
    from: signIn,
    to: [
      signIn,
      appCore,
      navigation,
      ui,
      client,
      contract,
      i18n,
      ...npm('react', 'react-aria-components', 'xstate', '@xstate/react', 'zod', 'qrcode'),
    ],
  },
  {
    why: 'the start of any app and what is around its pages know no exam',
    from: appShell,
    to: [
      appShell,
      appCore,
      signIn,
      navigation,
      themes,
      ui,
      client,
      contract,
      i18n,
      ...npm('react', 'react-dom', 'react-aria-components', 'xstate', '@xstate/react', 'zod'),
    ],
  },
  {
    why: 'the smallest app there is, for tests, is on the shared packages alone',
    from: '^packages/app-shell/small-app/',
    to: ['^packages/app-shell/small-app/', appShell, appCore, ui, contract, ...npm('react')],
  },
  {
    why: 'its build',
    from: '^packages/app-shell/small-app\\.config\\.ts$',
    to: [appBuild, '^packages/contract/src/app-paths\\.ts$', node, ...npm('vite')],
  },
  {
    why: 'the builds of apps share plugins',
    from: appBuild,
    to: [appBuild, i18n, node, ...npm('vite', '@vitejs/plugin-react', '@react-aria/optimize-locales-plugin')],
  },
  {
    why: "the components of the staff's app show texts, and know no call and no screen",
    from: officeUi,
    to: [officeUi, ui, layer, i18n, safeHtml, ...npm('react', 'react-dom', 'react-aria-components')],
  },
  {
    why: 'their component pages are built with those of the player, which otherwise loads none of them',
    from: '^apps/player/src/app/testing/component-pages/',
    to: [officeUi],
  },
  {
    why: 'the viewer of PDFs knows no call and no app',
    from: pdfViewer,
    to: [
      pdfViewer,
      ui,
      i18n,
      '^packages/exam/src/media/pdf-view\\.ts$',
      ...npm('react', 'pdfjs-dist', 'xstate', '@xstate/react'),
    ],
  },
  { why: 'pages and their addresses, for any app', from: navigation, to: [navigation, ...npm('react')] },
  {
    why: 'themes know no screen, and no exam',
    from: themes,
    to: [themes, contract, i18n, '^packages/client/src/stored-value\\.ts$', ...npm('zod')],
  },
  { why: 'an operator is warned of colours that are none', from: `${serverSrc}organisation/colour-problems\\.`, to: [colours] },
  {
    why: 'an accommodation names a theme that there is',
    from: `${serverSrc}accommodations/known-theme\\.`,
    to: ['^packages/themes/src/themes\\.ts$'],
  },
  { why: "a printed page has its organisation's colours", from: `${serverSrc}paper/write-pdf\\.`, to: [colours] },
  { why: 'what lies over a page knows only the page', from: layer, to: [layer, ...npm('react', 'react-dom')] },
  { why: 'a page that was made up to test it', from: `${layer}testing/`, to: npm('vitest') },
  {
    why: 'the one place that calls the server, for any app and without React',
    from: client,
    to: [client, contract, ...npm('zod', 'socket.io-client', 'tus-js-client', '@noble/hashes')],
  },
  {
    why: 'what any app keeps in the browser; a tab keeps what the store does not take',
    from: storage,
    to: [storage, '^packages/client/src/stored-value\\.ts$', ...npm('idb', 'zod')],
  },
  { why: 'the queue of any app, which knows no call and no kind of request', from: requestQueue, to: [requestQueue, storage] },
  { why: 'an app that was made up to test it', from: `${requestQueue}testing/`, to: npm('zod') },
  {
    why: 'what happens to a form run while it is sat, as the server sends it',
    from: player('live'),
    to: [player('live'), client, contract, exam, ...npm('zod')],
  },
  {
    why: 'what every screen is given: settings, texts, addresses, the session of this tab',
    from: player('context'),
    to: [player('context', 'live'), appCore, client, contract, exam, i18n, ...react, ...npm('zod', 'bowser')],
  },
  {
    why: 'what is kept in the browser',
    from: player('storage'),
    to: [player('storage'), storage, requestQueue, contract, ...npm('zod')],
  },
  {
    why: 'the way of an answer, without React',
    from: player('sync'),
    to: [
      player('context', 'storage'),
      '^packages/app-core/src/open-channel\\.ts$',
      storage,
      requestQueue,
      client,
      contract,
      exam,
      i18n,
      rules,
      ...npm('zod', 'xstate'),
    ],
  },
  ...rooms(player('sync'), {
    queue: [],
    time: [],
    answers: ['queue', 'time'],
    files: ['queue', 'time'],
    'set-back': ['files', 'answers', 'queue'],
    'form-run': ['set-back', 'files', 'answers', 'queue', 'time'],
    'only-here': ['set-back', 'answers', 'time'],
    courses: ['set-back', 'queue'],
    'request-log': ['queue'],
    activity: ['answers', 'queue', 'time', 'player-sync-types'],
  }),
  {
    why: 'all that is on its way for one learner is composed of the rooms',
    from: `${player('sync')}([\\w-]+\\.ts$|testing/)`,
    to: [player('sync')],
  },
  {
    why: 'what reaches a page from invigilators, before a start as in an exam',
    from: player('day'),
    to: [player('day', 'context'), client, contract, i18n, requestQueue, ui, ...npm('react', 'zod')],
  },
  {
    why: 'screens stand on sync and the ground',
    from: player(...screens, 'exam'),
    to: [
      player('sync', 'day', ...ground),
      appCore,
      storage,
      requestQueue,
      navigation,
      ui,
      layer,
      client,
      contract,
      exam,
      i18n,
      rules,
      panels,
      ...react,
      ...npm('zod', 'bowser'),
    ],
  },
  { why: 'and not on each other', from: player(...screens), to: ['^apps/player/src/$1/'] },
  {
    why: 'the service worker of any app, to which the player adds the exam that is being sat',
    from: player('service-worker'),
    to: ['^packages/app-shell/src/offline/'],
  },
  // What was loaded, how a sitting goes, what watches over it, and what of it is seen: each stands on those before it.
  ...rooms(player('exam'), {
    content: [],
    session: ['content'],
    proctoring: ['session', 'content'],
    screens: ['proctoring', 'session', 'content'],
  }),
  {
    why: 'an exam puts on the theme that is set for its learner',
    from: '^apps/player/src/exam/(exam-page|screens/display/own-presets)\\.tsx$',
    to: ['^packages/app-shell/src/shell-context\\.tsx$', '^packages/themes/src/(preferred-theme|themes)\\.ts$'],
  },
  { why: "the exam's page composes its rooms", from: `${player('exam')}[\\w-]+\\.tsx$`, to: [player('exam')] },
  { why: 'the documents of an exam show in the viewer of PDFs', from: `${player('exam')}screens/documents/`, to: [pdfViewer] },
  {
    why: 'the app composes all the rest',
    from: '^apps/player/src/(app/|[\\w-]+\\.tsx?$)',
    to: [
      '^apps/player/src/',
      appCore,
      appShell,
      signIn,
      storage,
      requestQueue,
      navigation,
      themes,
      ui,
      layer,
      client,
      contract,
      exam,
      i18n,
      rules,
      panels,
      ...react,
      ...npm('zod', 'bowser'),
    ],
  },
  {
    why: 'the build',
    from: '^apps/player/[\\w.-]+\\.ts$',
    to: ['^apps/player/[\\w.-]+\\.ts$', appBuild, '^packages/contract/src/app-paths\\.ts$', node, ...npm('vite')],
  },

  {
    why: 'the office is on the shared packages, and imports nothing of the player',
    from: '^apps/office/src/',
    to: [
      '^apps/office/src/',
      officeUi,
      appCore,
      appShell,
      signIn,
      navigation,
      themes,
      ui,
      layer,
      client,
      contract,
      i18n,
      storage,
      requestQueue,
      // What marks come to is reckoned as on the server.
      '^packages/exam/src/(mark-scheme|marks-ledger|result-rules)/',
      ...react,
      ...npm('zod', '@tanstack/react-query'),
    ],
  },
  { why: 'a marker reads PDFs that were handed in', from: '^apps/office/src/marking/response/', to: [pdfViewer] },
  {
    why: 'its build',
    from: '^apps/office/[\\w.-]+\\.ts$',
    to: [appBuild, '^packages/contract/src/app-paths\\.ts$', node, ...npm('vite')],
  },

  {
    why: 'the host of a SCO is the run time and its bridge',
    from: '^apps/scorm-host/src/',
    to: ['^apps/scorm-host/src/', contract, ...npm('scorm-again', '@noble/ciphers')],
  },
  {
    why: "its tests hold the run time against the server's rules",
    from: `^apps/scorm-host/src/.*${test}`,
    to: [exam],
  },
  {
    why: 'its build',
    from: '^apps/scorm-host/[\\w.-]+\\.ts$',
    to: ['^apps/scorm-host/[\\w.-]+\\.ts$', node, ...npm('vite')],
  },

  ...serverMayImport,
  {
    why: 'tools of the tests of the server',
    from: `${serverSrc}testing/`,
    to: [
      serverSrc,
      safeHtml,
      contract,
      exam,
      i18n,
      rules,
      marking,
      node,
      ...testTools,
      ...npm('jose', 'kysely', 'otplib', 'pg', 'postal-mime', 'smtp-server', 'socket.io-client'),
    ],
  },

  {
    why: 'a test sees what it tests, and its tools',
    from: `^(packages/[\\w-]+|apps/[\\w-]+)/.+${test}`,
    to: ['^$1/', ui, client, storage, requestQueue, safeHtml, contract, exam, i18n, rules, panels, node, ...testTools],
  },
  {
    why: 'a test of machines drives them',
    from: `^(apps/player|packages/(app-shell|pdf-viewer|sign-in))/.+${test}`,
    to: npm('xstate', 'zod'),
  },
  {
    why: 'a test in a browser that arrives signed in does as the login page does',
    from: '^e2e/session-of\\.ts$',
    to: [client, '^apps/player/src/context/settings/[\\w-]+\\.ts$'],
  },
  {
    why: 'a spec of a component says what its page shows',
    from: '^e2e/component-pages\\.ts$',
    to: ['^apps/player/src/app/testing/component-pages/props\\.ts$'],
  },
  {
    why: 'the fault harness plays the player without its screens',
    from: '^chaos/fast/',
    to: [client, storage, requestQueue, '^apps/player/src/(context|exam|live|storage|sync)/[\\w/-]+(\\.machine)?\\.ts$'],
  },
  {
    why: 'the fault harness plays markers and invigilators without their screens',
    from: '^chaos/staff/',
    to: [client, '^apps/office/src/(marking/(device|work)|live/(acts|feed|rows))/[\\w-]+\\.ts$'],
  },
  {
    why: 'what befalls a place or a device of the fault harness befalls it one by one',
    from: '^chaos/(place|device)\\.ts$',
    to: ['^packages/client/src/one-by-one\\.ts$'],
  },
  {
    why: 'a test of the server marks and imports, and checks with the libraries of other services what one of them made',
    from: `^apps/server/.+${test}`,
    to: [
      marking,
      ...npm('@node-rs/argon2', 'fastify', 'fflate', 'htmlparser2', 'jose', 'kysely', 'otplib', 'prom-client', 'sharp'),
      ...npm('socket.io', 'socket.io-client'),
    ],
  },
  {
    why: 'a test of a screen runs in a browser against a server',
    from: '^(apps/player|apps/office|packages/[\\w-]+)/.+\\.spec\\.ts$',
    to: ['^e2e/', ...browserTools, ...npm('otplib')],
  },
  {
    why: 'the weight of the way to the first question is that of the files which the build makes of it',
    from: '^script/check/first-question\\.ts$',
    to: ['^apps/player/way-to-first-question\\.ts$'],
  },
  {
    why: 'the whole, and the house',
    from: '^(e2e|bench|script|demo|chaos)/|^[\\w.-]+\\.ts$',
    to: [
      '^(e2e|bench|script|demo|chaos)/',
      serverSrc,
      safeHtml,
      contract,
      exam,
      i18n,
      qti,
      rules,
      marking,
      node,
      ...testTools,
      ...browserTools,
    ],
  },
  {
    why: 'pages are checked for accessibility, files and pictures for their content',
    from: '^e2e/',
    to: npm('@axe-core/playwright', 'axe-core', 'fflate', 'jsqr', 'ws'),
  },
  { why: 'figures are taken of live events and of files', from: '^bench/', to: npm('fflate', 'socket.io-client') },
  {
    why: 'the fault harness, whose markers are those of the office',
    from: '^chaos/',
    to: [requestQueue, ...npm('dependency-cruiser', 'fflate', 'pg', 'vite', 'xstate', 'zod')],
  },
  {
    why: 'checks',
    from: '^script/',
    to: npm('@size-limit/file', '@swc/core', 'dependency-cruiser', 'idb', 'semver', 'size-limit', 'zod'),
  },
]

export const importRules: IFlattenedRuleSet = {
  allowed: mayImport.flatMap(({ why, from, to }) => to.map((path) => ({ comment: why, from: { path: from }, to: { path } }))),
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that import each other are one file, or want a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-modules',
      comment: 'What cannot be found was misspelt, or stands in no package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-key-in-an-app',
      comment: 'What knows the key of a question is nowhere in what a browser loads, by however many steps.',
      severity: 'error',
      from: { path: '^apps/(?!server/)[\\w-]+/src/', pathNot: [test] },
      to: { path: [markingSide, qti, '^apps/server/'], reachable: true },
    },
    {
      name: 'no-key-outside-marking',
      comment: 'Rules and panels never import marking, not even its types.',
      severity: 'error',
      from: { path: questionTypes, pathNot: [markingSide, test] },
      to: { path: markingSide },
    },
    {
      name: 'no-panel-below-panels',
      comment: 'Rules and marking run where there is no browser.',
      severity: 'error',
      from: { path: '^packages/question-types/src/.*(rules|marking|qti)\\.ts$' },
      to: { path: panelSide, reachable: true },
    },
    ...Object.entries(securityRooms).map(([room, others]) => ({
      name: `no-room-above-${room}`,
      comment: `${room} stands on ${others.join(', ') || 'nothing beside it'}.`,
      severity: 'error' as const,
      from: { path: `${security}${room}/`, pathNot: [test] },
      to: { path: security, pathNot: [`${security}(${[room, ...others].join('|')})/`, `${security}security-context\\.ts$`] },
    })),
    {
      name: 'no-loose-file',
      comment: 'Each file of signing in stands in a room; what sweeps them all is above them.',
      severity: 'error',
      from: {},
      to: { path: `${security}[\\w.-]+$`, pathNot: [`${security}(sweep|security-context)\\.ts$`] },
    },
    ...serverForbids(test, markingSide),
  ],
}
