/** Everything that staff may be allowed to do. The list is closed: a call names one of these, and a role is a set of them. */
export const permissions = [
  'people.read',
  'people.write',
  /** Reset passwords and second factors, invite, end sessions. */
  'people.credentials',
  'people.suspend',
  'people.import',
  'people.export',
  'people.erase',
  /** What somebody gets in every exam, and why. Its minutes show in a sitting without this. */
  'accommodations.read',
  'accommodations.write',
  /** Read, add and remove the documents behind accommodations: perhaps letters about somebody's health. */
  'accommodations.documents',
  'groups.write',
  'centres.write',
  'exams.read',
  'exams.write',
  'courses.read',
  'courses.write',
  'deliveries.read',
  'deliveries.write',
  'sittings.read',
  'sittings.extend',
  'sittings.pause',
  'sittings.reopen',
  /** Let a sitting begin without its proctoring or Safe Exam Browser. */
  'sittings.waive',
  /** Let late answers and files count. */
  'sittings.accept-late',
  'incidents.write',
  'marks.read',
  'marks.give',
  'marks.adjudicate',
  'results.read',
  'results.confirm',
  'results.release',
  /** Take results with names away as files, and print statements of them. */
  'results.export',
  'roles.read',
  'roles.grant',
  /** Grant and withdraw the role of owner, and manage people who hold it. */
  'owners.manage',
  'settings.read',
  'settings.write',
  'security-log.read',
  /** The operator's facts: age of the backup, disk, version, mail, database. */
  'system.read',
  /** The specification's `Admin` flag: the player's tools of administrators, and login tokens for learners. */
  'player.admin',
  /** Sign in to the player as somebody without roles, and look for them. */
  'player.sign-in-as',
] as const

export type Permission = (typeof permissions)[number]

const reading = permissions.filter((one) => one.endsWith('.read'))
const invigilating = [
  ...(['sittings.read', 'sittings.extend', 'sittings.pause', 'sittings.reopen', 'sittings.waive'] as const),
  ...(['sittings.accept-late', 'incidents.write'] as const),
]
const authoring = ['exams.read', 'exams.write', 'courses.read', 'courses.write'] as const
const marking = ['marks.read', 'marks.give'] as const

/** The built-in roles, with what each of them allows. */
export const permissionsOfRole = {
  owner: permissions,
  'exams-officer': [
    ...(['people.read', 'people.write', 'people.credentials', 'people.suspend', 'people.import', 'people.export'] as const),
    ...([
      'accommodations.read',
      'accommodations.write',
      'accommodations.documents',
      'groups.write',
      'centres.write',
      'deliveries.read',
      'deliveries.write',
    ] as const),
    ...authoring,
    ...invigilating,
    ...marking,
    ...(['marks.adjudicate', 'results.read', 'results.confirm', 'results.release', 'results.export'] as const),
    ...(['roles.read', 'roles.grant'] as const),
    ...(['settings.read', 'player.admin', 'player.sign-in-as'] as const),
  ],
  author: authoring,
  invigilator: invigilating,
  marker: marking,
  'chief-examiner': [...marking, 'marks.adjudicate', 'exams.read', 'results.read', 'results.confirm'],
  'it-administrator': [
    ...(['people.read', 'people.write', 'people.credentials', 'people.suspend', 'people.import', 'roles.read'] as const),
    ...(['settings.read', 'settings.write', 'security-log.read', 'system.read', 'player.admin', 'player.sign-in-as'] as const),
  ],
  auditor: reading,
} as const satisfies Readonly<Record<string, readonly Permission[]>>

export type Role = keyof typeof permissionsOfRole

/** The names of the built-in roles, the most powerful first. */
export const roles = [
  ...(['owner', 'exams-officer', 'author', 'invigilator', 'marker', 'chief-examiner', 'it-administrator', 'auditor'] as const),
] as const satisfies readonly Role[]
