const paths = (folder: string, names: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(names).map(([test, modules]) => [
      `apps/server/src/${folder}/${test}.test.ts`,
      modules.map((name) => `apps/server/src/${name}.ts`),
    ]),
  )

/**
 * The test on both databases that runs the database code of each module, if neither its name nor its imports show it. Break the module on
 * one database and see the test fail before you add a line.
 */
export const coveredBy: Readonly<Record<string, readonly string[]>> = {
  ...paths('assessment', {
    'sittings/asked-together': ['db/batches', 'db/one-of', 'db/read-together', 'http/caller', 'security/people/queries'],
    'schedules/exam-password-limits': ['assessment/schedules/check-password', 'assessment/schedules/exam-passes'],
    'schedules/may-start': ['assessment/schedules/supervision'],
  }),
  ...paths('marking', {
    marking: ['marking/counts', 'marking/list-queues', 'marking/lists', 'marking/marked-exams', 'marking/places-to-mark'],
    'marking-cheats': ['marking/allocation-queries', 'marking/allocations', 'marking/count-to-decide'],
    'returns/returns': ['marking/returns/candidates', 'marking/returns/markers-of', 'marking/returns/own-returns'],
  }),
  ...paths('statistics', {
    'exam-statistics': ['statistics/select-sittings'],
    responses: ['statistics/read-times', 'statistics/select-responses'],
  }),
  ...paths('mail-outbox', { 'mail-outbox': ['mail-outbox/list-mails', 'mail-outbox/retry-mails'] }),
  ...paths('exports', {
    exports: ['exports/results/questions-of-delivery', 'exports/results/read-results'],
  }),
  ...paths('commands', {
    course: ['lms/cmi5/waive-au'],
    'hand-in': ['assessment/hand-in/take-hand-in', 'db/leaving-no-trace'],
    'move-organisation': ['move/move-organisation', 'move/organisation-rows', 'move/remove-moved'],
    'schema-of-commands': ['db/open-current'],
    verify: ['db/read-snapshot'],
  }),
  ...paths('accommodations', {
    accommodations: ['accommodations/write-version'],
    'documents/documents': ['accommodations/documents/document-calls'],
  }),
  ...paths('mark-schemes', { 'mark-schemes': ['mark-schemes/change-scheme'] }),
  ...paths('result-rules', { 'result-rules': ['result-rules/change-rules', 'result-rules/curve', 'result-rules/preview'] }),
  ...paths('courses', {
    'change-course': ['courses/preview-change', 'lms/give-courses'],
    courses: [
      ...['courses/attempt-queries', 'courses/attempt-rows', 'courses/course-queries', 'courses/reset-progress'],
      ...['lms/progress/select-progress', 'lms/void-progress'],
    ],
  }),
  ...paths('files', { 'resumable/resumable-files': ['files/resumable/may-send'] }),
  ...paths('generation', { generation: ['generation/witness-file'] }),
  ...paths('lms', {
    'cmi5/cmi5': ['lms/cmi5/cmi5-launch', 'lms/cmi5/queries', 'lms/cmi5/take-statements'],
    'cmi5/cmi5-set-back': ['lms/cmi5/restore-launch'],
    'forward/forward-statements': ['lms/cmi5/silent-sessions'],
    'lrs/attachments': ['lms/lrs/references'],
    'lrs/lrs': ['lms/lrs/document-queries', 'lms/lrs/statement-queries'],
    'scorm-save': ['lms/scorm-data'],
  }),
  ...paths('library', {
    exams: ['library/exams/queries'],
    uploads: ['library/uploads/begin-upload', 'library/uploads/store-upload', 'organisation/staged-exam'],
  }),
  ...paths('privacy', {
    'person-data': ['privacy/erase-in-office', 'privacy/preview-erasure'],
  }),
  ...paths('today', {
    today: [
      ...['today/exam-entries', 'today/first-steps', 'today/people-entries', 'today/read-facts'],
      'result-sets/count-waiting-sets',
    ],
  }),
  ...paths('proctoring', { proctoring: ['proctoring/session-queries'] }),
  ...paths('office', {
    'centres/centres': ['office/centres/centre-queries', 'office/centres/change-centres', 'office/centres/change-rooms'],
    'many-people/many-people': ['office/many-people/candidates'],
    'groups/groups': [
      ...[
        'office/groups/change-groups',
        'office/groups/change-members',
        'office/groups/group-queries',
        'office/places/has-each',
      ],
      ...['office/groups/member-queries', 'office/groups/preview-members', 'office/groups/remove-group'],
    ],
    'roles/held-roles': ['office/roles/held-roles-queries'],
    'scoped-roles': ['roles/place-queries', 'office/places/scopes'],

    office: ['office/own-session', 'office/change-roles'],
    'people-import/import-people': ['office/people-import/undo', 'office/people-import/is-used'],
    'people/list-people': ['office/people/list-queries'],
    'people/people': [
      ...['office/people/add-person', 'office/people/change-person', 'office/people/credentials'],
      ...['office/people/names-of', 'office/people/suspend-person'],
    ],
    'people/timeline': ['office/people/sittings-of'],
    'security-log/security-log': ['office/security-log/list-events'],
  }),
  ...paths('deliveries', {
    deliveries: [...['deliveries/add-to-delivery', 'deliveries/list-people', 'deliveries/undo-delivery']],
  }),
  ...paths('exam-day', {
    papers: ['exam-day/listed-people', 'exam-day/slips'],
    'room-reports': ['exam-day/read-reports', 'exam-day/select-late'],
  }),
  ...paths('live-view', {
    'apply-together': ['assessment/ledger/change-together', 'assessment/ledger/write-runs'],
    'live-view': ['live-view/live-now', 'live-view/page-calls', 'live-view/read-sittings'],
  }),
  ...paths('installation', {
    installation: ['installation/add-organisation', 'installation/owners'],
  }),
  ...paths('settings', {
    'own-texts': ['organisation/settings/text-rows'],
    settings: [
      ...['settings/change-languages', 'settings/change-look', 'settings/change-rule'],
      'organisation/settings/setting-rows',
    ],
  }),
  ...paths('security', {
    'mfa/mfa': ['security/mfa/check-code'],
    'passwords/set-password': ['security/passwords/password-link', 'security/passwords/replace-password'],
    'sessions/rubric': ['security/sessions/queries'],
    'sign-in/launch-address': ['security/sign-in/enter-launch'],
    'sign-in/token': ['security/sign-in/sign-in'],
    'tokens/login-token': ['tokens/personal-token-queries'],
  }),
  ...paths('security-log', { 'security-log': ['security-log/verify-log'] }),
  ...paths('server-time', { 'server-time': ['server-time/heartbeat'] }),
  ...paths('watching', { watching: ['db/try-to-write', 'watching/time-round-trip'] }),
}

/** Modules whose database code never runs on PostgreSQL, with why. */
export const withoutPostgres: Readonly<Record<string, string>> = Object.fromEntries(
  ['backup/restore', 'commands/backup', 'commands/restore'].map((name) => [
    `apps/server/src/${name}.ts`,
    'PostgreSQL is backed up and restored by its own tools, which the commands only say',
  ]),
)
