import type { MayImport } from './may-import.ts'
import { node, npm, packages } from './may-import.ts'

const server = '^apps/server/src/'
const files = (...names: string[]) => `${server}(${names.join('|')})\\.ts$`

/** Files beside the rooms that every room may use: the clock, the configuration, the log, names, tokens. */
const ground = [
  'background',
  'chance',
  'clock',
  'config',
  'folded-name',
  'forward-config',
  'keys',
  'owner-only',
  'passwords',
  'plain-line',
  'player-settings',
  'proctoring-config',
  'scheduler',
  'search-name',
  'server-log',
  'sha256',
  'this-machine',
  'sign-in-name',
  'signed-token',
  'worker-environment',
]

/** Files beside the rooms that compose them. No room imports them but those that start servers and commands. */
const composition = [
  'context',
  'create-application',
  'create-server',
  'databases-config',
  'databases-file',
  'jobs',
  'main',
  'overrides',
  'routes',
  'run-command',
  'sitwell',
  'supervisors',
]

interface Room {
  /** The rooms that it imports; each is above it in this table, so that there are no circles. */
  readonly rooms?: readonly string[]
  /** The packages of this repository that it imports. `question-types/marking` knows answer keys. */
  readonly packages?: readonly (keyof typeof packages)[]
  readonly npm?: readonly string[]
}

/** The folders of the server. What isn't named here imports nothing, and nothing imports it. */
export const serverRooms: Readonly<Record<string, Room>> = {
  db: { npm: ['kysely', 'pg'] },
  roles: { rooms: ['db'], packages: ['contract'], npm: ['kysely'] },
  generation: { rooms: ['db'], packages: ['exam'], npm: ['fastify', 'kysely', 'zod'] },
  http: {
    rooms: ['db', 'roles'],
    packages: ['contract', 'i18n'],
    npm: ['@fastify/helmet', '@fastify/multipart', '@fastify/static', 'fastify', 'jose', 'kysely', 'zod'],
  },
  csv: { npm: ['chardet', 'papaparse'] },
  import: {
    rooms: ['csv'],
    packages: ['contract', 'exam', 'qti', 'question-types/marking', 'safe-html'],
    npm: ['@xmldom/xmldom', 'htmlparser2', 'numfmt', 'temml', 'yauzl', 'zod'],
  },
  messages: { rooms: ['db', 'http'], packages: ['contract', 'i18n'] },
  mail: { rooms: ['db', 'messages'], packages: ['i18n'], npm: ['nodemailer'] },
  'security-log': { rooms: ['db', 'http'], packages: ['contract', 'exam'], npm: ['fastify', 'kysely'] },
  'server-time': { rooms: ['db'], packages: ['exam'], npm: ['fastify', 'kysely'] },
  'text-message': { rooms: ['mail'] },
  tokens: { rooms: ['db'], npm: ['kysely'] },
  security: {
    rooms: ['db', 'roles', 'http', 'mail', 'security-log', 'server-time', 'text-message', 'tokens'],
    packages: ['contract', 'exam'],
    npm: ['@zxcvbn-ts/language-common', 'fastify', 'kysely', 'otplib', 'zod'],
  },
  office: {
    rooms: ['db', 'roles', 'http', 'csv', 'security-log', 'security', 'tokens'],
    packages: ['contract'],
    npm: ['fastify', 'kysely', 'zod'],
  },
  'mail-outbox': {
    rooms: ['db', 'roles', 'http', 'mail', 'security', 'office'],
    packages: ['contract'],
    npm: ['fastify', 'kysely'],
  },
  paper: {
    rooms: ['db', 'http', 'security'],
    packages: ['exam', 'i18n', 'safe-html'],
    npm: ['bidi-js', 'fontkit', 'htmlparser2', 'pdfkit', 'sharp'],
  },
  assessment: {
    rooms: ['db', 'generation', 'http', 'import', 'server-time', 'security', 'paper'],
    packages: ['contract', 'exam', 'question-types/marking', 'question-types/rules'],
    npm: ['fastify', 'jose', 'kysely', 'prom-client', 'zod'],
  },
  resource: {
    rooms: ['db', 'generation', 'http', 'paper', 'assessment'],
    packages: ['contract', 'safe-html'],
    npm: ['fastify'],
  },
  lms: {
    rooms: ['db', 'roles', 'generation', 'http', 'import', 'messages', 'assessment', 'resource'],
    packages: ['contract', 'exam', 'i18n'],
    npm: ['fastify', 'kysely'],
  },
  site: {
    rooms: ['db', 'http', 'messages', 'server-time', 'security', 'lms'],
    packages: ['contract', 'i18n'],
    npm: ['fastify', 'zod'],
  },
  files: {
    rooms: ['db', 'generation', 'http', 'security-log', 'security', 'assessment', 'site'],
    packages: ['contract', 'exam', 'question-types/rules'],
    npm: ['@tus/server', 'fastify', 'file-type', 'kysely'],
  },
  ascx: { rooms: ['http'], packages: ['contract'], npm: ['fastify'] },
  dashboard: { rooms: ['db', 'http', 'security', 'assessment'], packages: ['contract', 'exam'], npm: ['kysely'] },
  live: {
    rooms: ['db', 'roles', 'http', 'security', 'assessment'],
    packages: ['contract'],
    npm: ['@socket.io/postgres-adapter', 'fastify', 'pg', 'socket.io', 'zod'],
  },
  'practice-results': {
    rooms: ['db', 'http', 'messages', 'security', 'paper', 'assessment', 'resource', 'live'],
    packages: ['contract', 'exam', 'i18n', 'question-types/marking', 'question-types/rules'],
    npm: ['fastify', 'jose', 'socket.io', 'zod'],
  },
  print: {
    rooms: ['db', 'http', 'messages', 'server-time', 'paper', 'assessment', 'resource'],
    packages: ['contract', 'exam', 'question-types/rules'],
    npm: ['fastify', 'jose'],
  },
  proctoring: {
    rooms: ['db', 'http', 'import', 'tokens', 'security', 'assessment'],
    packages: ['contract', 'exam'],
    npm: ['kysely', 'zod'],
  },
  seb: {
    rooms: ['db', 'generation', 'http', 'import', 'security', 'assessment'],
    packages: ['contract', 'exam', 'question-types/rules'],
    npm: ['fastify', 'jose'],
  },
  error: { rooms: ['db', 'http'], packages: ['contract'] },
  formrun: { rooms: ['db', 'http'], packages: ['contract'] },
  watching: { rooms: ['db', 'server-time', 'mail-outbox', 'assessment'], npm: ['fastify', 'kysely', 'prom-client'] },
  hosting: { rooms: ['http', 'paper', 'watching'], npm: ['fastify', 'prom-client'] },
  backup: { rooms: ['db'], npm: ['zod'] },
  move: { rooms: ['db', 'generation', 'security-log', 'security', 'assessment', 'dashboard'], npm: ['kysely'] },
  'mark-schemes': {
    rooms: ['db', 'http', 'import', 'security-log', 'security', 'office', 'paper', 'assessment'],
    packages: ['contract', 'exam', 'question-types/marking', 'safe-html'],
    npm: ['kysely'],
  },
  organisation: {
    rooms: ['db', 'roles', 'import', 'security', 'assessment', 'resource', 'lms', 'mark-schemes'],
    packages: ['contract', 'exam', 'qti', 'question-types/marking', 'question-types/qti', 'safe-html'],
    npm: ['htmlparser2', 'kysely', 'zod'],
  },
  library: {
    rooms: [
      'db',
      'roles',
      'http',
      'import',
      'security-log',
      'security',
      'assessment',
      'resource',
      'site',
      'files',
      'ascx',
      'mark-schemes',
      'organisation',
    ],
    packages: ['contract', 'question-types/rules'],
    npm: ['fastify', 'kysely', 'zod'],
  },
  accommodations: {
    rooms: ['db', 'import', 'roles', 'http', 'security-log', 'security', 'office', 'assessment'],
    packages: ['contract', 'exam'],
    npm: ['file-type', 'kysely'],
  },
  courses: {
    rooms: ['db', 'roles', 'http', 'security-log', 'security', 'office', 'lms'],
    packages: ['contract'],
    npm: ['kysely'],
  },
  deliveries: {
    rooms: ['db', 'roles', 'http', 'security-log', 'security', 'office', 'assessment', 'organisation'],
    packages: ['contract'],
    npm: ['fastify', 'kysely'],
  },
  'result-rules': {
    rooms: ['db', 'roles', 'http', 'security', 'paper', 'assessment', 'office'],
    packages: ['contract', 'exam', 'question-types/marking', 'question-types/rules'],
    npm: ['fastify', 'kysely'],
  },
  'result-sets': {
    rooms: [
      ...[
        'db',
        'roles',
        'http',
        'security-log',
        'security',
        'office',
        'assessment',
        'organisation',
        'deliveries',
        'result-rules',
      ],
      'db',
      'roles',
      'http',
      'security-log',
      'security',
      'office',
      'mail-outbox',
      'assessment',
      'organisation',
      'deliveries',
    ],
    packages: ['contract', 'exam'],
    npm: ['fastify', 'kysely'],
  },
  'sitting-evidence': {
    rooms: [
      ...['db', 'roles', 'http', 'security-log', 'security', 'office', 'paper', 'assessment', 'dashboard', 'result-rules'],
    ],
    packages: ['contract', 'exam', 'question-types/rules'],
    npm: ['fastify', 'kysely'],
  },
  statistics: {
    rooms: ['db', 'http', 'office', 'paper', 'assessment', 'result-rules'],
    packages: ['contract', 'exam', 'question-types/rules'],
    npm: ['kysely'],
  },
  marking: {
    rooms: ['db', 'roles', 'http', 'import', 'security', 'paper', 'assessment', 'resource', 'office', 'mark-schemes'],
    packages: ['contract', 'exam', 'question-types/marking', 'question-types/rules', 'safe-html'],
    npm: ['fastify', 'file-type', 'kysely', 'sharp', 'zod'],
  },
  'live-view': {
    rooms: [
      ...['db', 'roles', 'http', 'security-log', 'security', 'assessment', 'dashboard', 'office', 'organisation', 'deliveries'],
    ],
    packages: ['contract', 'exam'],
    npm: ['kysely', 'zod'],
  },
  'exam-day': {
    rooms: [
      ...['db', 'roles', 'http', 'messages', 'security-log', 'security', 'office', 'paper', 'assessment', 'organisation'],
      ...['dashboard', 'deliveries', 'live-view'],
    ],
    packages: ['contract', 'exam', 'i18n'],
    npm: ['kysely', 'zod'],
  },
  today: {
    rooms: [
      'db',
      'roles',
      'http',
      'mail',
      'mail-outbox',
      'office',
      'security',
      'watching',
      'backup',
      'library',
      'marking',
      'result-sets',
    ],
    packages: ['contract', 'exam'],
    npm: ['kysely'],
  },
  exports: {
    rooms: [
      ...[
        'db',
        'http',
        'messages',
        'security-log',
        'security',
        'paper',
        'assessment',
        'organisation',
        'library',
        'result-sets',
      ],
    ],
    packages: ['contract', 'exam', 'i18n', 'question-types/rules', 'safe-html'],
    npm: ['fastify'],
  },
  privacy: {
    rooms: ['db', 'roles', 'http', 'security-log', 'security', 'office', 'assessment', 'lms', 'organisation', 'library'],
    packages: ['contract', 'question-types/marking'],
    npm: ['kysely'],
  },
  settings: {
    rooms: ['db', 'roles', 'http', 'messages', 'security-log', 'security', 'office', 'organisation'],
    packages: ['contract', 'exam', 'i18n'],
    npm: ['kysely'],
  },
  installation: {
    rooms: ['db', 'roles', 'http', 'security', 'office', 'organisation'],
    packages: ['contract'],
    npm: ['fastify', 'kysely'],
  },
  commands: {
    rooms: [
      'db',
      'roles',
      'generation',
      'import',
      'mail',
      'security-log',
      'server-time',
      'security',
      'assessment',
      'lms',
      'dashboard',
      'privacy',
      'backup',
      'move',
      'organisation',
      'marking',
      'result-rules',
      'result-sets',
    ],
    packages: ['contract', 'exam', 'question-types/marking', 'question-types/recordings'],
    npm: ['kysely'],
  },
}

/** The rooms of assessment, from the bottom up: each imports those above it in this list, by their entry `index.ts`. */
export const assessmentRooms = [
  'form-run',
  'files',
  'ledger',
  'schedules',
  'marks',
  'answers',
  'content',
  'results',
  'completion',
  'sittings',
  'evidence',
  'hand-in',
]

const assessment = `${server}assessment/`
const entries = `${assessment}(([\\w-]+/index)|assessment-context)\\.ts$`

const placeOf = (room: string) => (room === 'assessment' ? entries : `${server}${room}/`)

const mayImportOfRoom = ([name, { rooms = [], packages: ours = [], npm: theirs = [] }]: [string, Room]): MayImport => ({
  why: `${name} imports the rooms below it`,
  from: `${server}${name}/`,
  to: [
    `${server}${name}/`,
    ...rooms.map(placeOf),
    files(...ground),
    ...ours.map((one) => packages[one]),
    node,
    ...npm(...theirs),
  ],
})

export const serverMayImport: readonly MayImport[] = [
  ...Object.entries(serverRooms).map(mayImportOfRoom),
  {
    why: 'the ground imports no room',
    from: files(...ground),
    to: [files(...ground), packages.contract, node, ...npm('@node-rs/argon2', 'fastify', 'jose', 'prom-client', 'zod')],
  },
  {
    why: 'the configuration reads the settings of some rooms as they define them',
    from: files('config'),
    to: [
      `${server}db/database\\.ts$`,
      `${server}files/scan/clamav\\.ts$`,
      `${server}http/connections/(addresses|limits)\\.ts$`,
      `${server}security/passwords/breached-passwords\\.ts$`,
    ],
  },
  {
    why: 'a host runs applications',
    from: `${server}hosting/`,
    to: [files('create-application', 'databases-config', 'overrides')],
  },
  {
    why: 'commands work on the databases of a host',
    from: `${server}commands/`,
    to: [files('databases-config', 'databases-file', 'supervisors')],
  },
  {
    why: 'the server and its commands compose the rooms',
    from: files(...composition),
    to: [server, packages.contract, node, ...npm('@fastify/compress', '@fastify/formbody', 'fastify', 'prom-client', 'zod')],
  },
  {
    why: 'tests beside a room make packages up and read PDFs',
    from: `${server}(import|paper)/testing/`,
    to: npm('fast-check', 'fflate', 'pdfjs-dist'),
  },
  {
    why: 'tests read exported files by libraries that did not write them',
    from: `${server}exports/.*\\.test\\.ts$`,
    to: npm('@xmldom/xmldom', 'papaparse'),
  },
  {
    why: 'accents are composed as marking does it',
    from: `${server}paper/plain-text\\.`,
    to: [packages.qti],
  },
  {
    why: 'rules of a test are followed by the same engine',
    from: `${assessment}form-run/part-rules\\.`,
    to: [packages.qti],
  },
]

/** What the rules above allow and is forbidden nevertheless. `test` matches tests, `keys` the modules that know answer keys. */
export const serverForbids = (test: string, keys: string) => [
  ...assessmentRooms.map((room, place) => ({
    name: `no-import-upwards-from-${room}`,
    comment: `${room} imports ${assessmentRooms.slice(0, place).join(', ') || 'no other room of assessment'}.`,
    severity: 'error' as const,
    from: { path: `${assessment}${room}/`, pathNot: [test] },
    to: { path: `${assessment}(${assessmentRooms.slice(place + 1).join('|') || '-'})/` },
  })),
  ...assessmentRooms.map((room) => ({
    name: `by-the-entry-of-${room}`,
    comment: `Other rooms import ${room} by its index.ts.`,
    severity: 'error' as const,
    from: {
      path: server,
      pathNot: [`${assessment}${room}/`, `${assessment}assessment-context\\.ts$`, test, `${server}testing/`],
    },
    to: { path: `${assessment}${room}/`, pathNot: [`${assessment}${room}/index\\.ts$`] },
  })),
  {
    name: 'no-loose-file-in-assessment',
    comment: 'Each file of assessment stands in a room.',
    severity: 'error' as const,
    from: {},
    to: { path: `${assessment}[\\w.-]+$`, pathNot: [`${assessment}assessment-context\\.ts$`] },
  },
  {
    name: 'no-key-on-the-way-to-a-sign-in',
    comment: 'Signing in and what it needs load no answer key, by however many steps.',
    severity: 'error' as const,
    from: { path: `${server}(${roomsBelowKeys().join('|')})/`, pathNot: [test] },
    to: { path: keys, reachable: true },
  },
]

/** Rooms that reach no answer key. */
const roomsBelowKeys = (): string[] => {
  const found: string[] = []
  for (const [name, { rooms = [], packages: ours = [] }] of Object.entries(serverRooms))
    if (
      rooms.every((room) => found.includes(room)) &&
      !ours.some((one) => ['qti', 'question-types/marking', 'question-types/qti'].includes(one))
    )
      found.push(name)
  return found
}
