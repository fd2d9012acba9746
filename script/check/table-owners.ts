/** The folder of the server that owns each table: it alone writes it, and says by its functions what others may know of it. */
const owned: Readonly<Record<string, readonly string[]>> = {
  organisation: [
    ...[
      'organisation',
      'setting',
      'setting_change',
      'message',
      'exam',
      'exam_resource',
      'exam_resource_chunk',
      'schedule',
      'counter',
    ],
    ...['course', 'course_file', 'course_file_chunk'],
  ],
  security: [...['person', 'session', 'mfa', 'mfa_code', 'mfa_device', 'recovery_code', 'admin_login']],
  roles: ['installation_grant', 'role_grant'],
  office: ['people_group', 'people_group_member', 'centre', 'room', 'people_import', 'people_import_row'],
  accommodations: [
    'accommodation',
    ...(['accommodation_document', 'accommodation_document_bytes', 'accommodation_document_opening'] as const),
  ],
  'mark-schemes': ['mark_scheme'],
  'result-rules': ['result_rules'],
  'live-view': ['live_action', 'live_action_person', 'live_page', 'live_attendance'],
  'exam-day': ['room_sign_off'],
  deliveries: ['delivery', 'delivery_room', 'delivery_entry', 'delivery_change', 'delivery_change_row'],
  'result-sets': ['outcome_entry', 'marking_closing', 'result_set', 'result_row'],
  'mail-outbox': ['mail_outbox'],
  marking: ['marking_allocation', 'marking_allocation_marker', 'marking_claim'],
  library: ['library_upload', 'library_upload_chunk', 'library_upload_item', 'exam_summary'],
  tokens: ['personal_token'],
  assessment: [
    ...['form_run', 'form_run_event', 'form_run_part', 'answer', 'answer_event', 'activity', 'mark'],
    ...['mark_entry', 'sitting_note', 'response_mark', 'result_seen'],
    ...['schedule_pass', 'supervision_event', 'exam_password_guess', 'erased_save', 'erased_form_run'],
    ...['uploaded_file', 'announced_file', 'file_chunk'],
  ],
  http: ['attempt', 'office_session'],
  proctoring: ['proctored_session'],
  lms: [
    ...['course_attempt', 'course_reset', 'sco_attempt', 'sco_save', 'cmi5_registration', 'cmi5_session'],
    ...['xapi_statement', 'xapi_mention', 'xapi_activity', 'xapi_document', 'xapi_attachment', 'xapi_reference'],
    ...['xapi_forward', 'xapi_set_aside'],
  ],
  error: ['error_report'],
  'security-log': ['security_event', 'security_chain'],
  privacy: ['erased_person'],
  generation: ['server_generation'],
  'server-time': ['server_heartbeat', 'server_outage', 'server_clock_word'],
  db: ['migration_applied', 'moved_organisation'],
}

export const tableOwners: ReadonlyMap<string, string> = new Map(
  Object.entries(owned).flatMap(([folder, tables]) => tables.map((table) => [table, folder] as const)),
)

/** What a folder does with tables that aren't its own. */
export interface Exception {
  readonly folder: string
  readonly why: string
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
}

/** Each is looked for: one that isn't needed any more is refused too. */
export const tableExceptions: readonly Exception[] = [
  {
    folder: 'organisation',
    why:
      'an import makes people and schedules in the state that they are wished in, in one transaction; no new organisation takes the number of ' +
      'one that was moved',
    reads: ['moved_organisation'],
    writes: ['person', 'form_run', 'answer', 'answer_event'],
  },
  {
    folder: 'roles',
    why: 'grants are listed by name, a suspended person has none, flags stay for nodes of 0.2.0 (decision 137), and scopes are of groups and rooms',
    reads: ['organisation', 'people_group_member', 'room'],
    writes: ['person'],
  },
  {
    folder: 'assessment',
    why: 'what a learner may sit is one query over schedule, exam and person, and how long by their accommodations; what they are shown is what a result set says; a resit is a schedule, and a reset undoes all of one',
    reads: [
      ...['organisation', 'person', 'erased_person', 'exam', 'exam_resource', 'accommodation'],
      ...['outcome_entry', 'result_row', 'result_set'],
    ],
    writes: ['schedule', 'proctored_session'],
  },
  {
    folder: 'office',
    why:
      'a list of people is one query over them and their roles, what happened to one has their sittings with the names of the exams, and only ' +
      'whom nothing belongs to is removed with an import',
    reads: [
      ...['person', 'role_grant', 'installation_grant', 'schedule', 'form_run', 'exam', 'session', 'office_session'],
      ...['mfa', 'admin_login', 'course_attempt', 'cmi5_registration', 'delivery', 'delivery_room'],
    ],
  },
  {
    folder: 'proctoring',
    why: 'a session of a provider is joined to its schedule, and told by the names of organisation and learner',
    reads: ['organisation', 'person', 'schedule', 'form_run'],
  },
  {
    folder: 'dashboard',
    why: 'the page of an invigilator is one query over all that it lists',
    reads: ['person', 'exam', 'schedule', 'form_run', 'answer', 'answer_event', 'uploaded_file'],
  },
  {
    folder: 'commands',
    why: 'a command removes a schedule with what hangs on it, and finds form runs, logs and attempts by the name of a learner',
    reads: ['form_run', 'activity', 'course_attempt'],
    writes: ['schedule', 'schedule_pass', 'proctored_session', 'supervision_event'],
  },
  {
    folder: 'security',
    why: 'organisation, settings and the exam of a launch are told before anybody signed in; who is in an exam or a lesson stays signed in',
    reads: [
      ...['organisation', 'setting', 'exam', 'form_run'],
      ...['course_attempt', 'sco_attempt', 'cmi5_session', 'cmi5_registration'],
    ],
  },
  {
    folder: 'http',
    why: 'each request is checked against its session, its person and how long a session may rest, in one query',
    reads: ['session', 'person', 'setting'],
  },
  { folder: 'live', why: 'connections are closed whose sessions ended at another server or by a command', reads: ['session'] },
  {
    folder: 'privacy',
    why: 'who is erased goes from every table in one transaction, and what an organisation has kept long enough from whichever holds it',
    reads: ['organisation', 'setting', 'form_run'],
    writes: [
      ...['person', 'session', 'mfa', 'mfa_code', 'mfa_device', 'personal_token', 'proctored_session'],
      ...['office_session', 'recovery_code', 'people_group_member', 'library_upload', 'people_import_row', 'accommodation'],
      ...['accommodation_document', 'accommodation_document_bytes', 'accommodation_document_opening'],
      ...['delivery_entry', 'delivery_change_row', 'marking_allocation_marker', 'marking_claim'],
      ...['delivery_entry', 'delivery_change_row', 'live_page', 'live_attendance', 'live_action', 'live_action_person'],
      ...['schedule', 'schedule_pass', 'supervision_event', 'error_report', 'mail_outbox'],
      ...['schedule', 'schedule_pass', 'supervision_event', 'error_report', 'outcome_entry', 'result_row'],
    ],
  },
  {
    folder: 'sitting-evidence',
    why: 'how a result came about is told of the sittings of a person in a delivery, with what staff decided and gave',
    reads: [
      ...['delivery', 'exam', 'form_run', 'mark_entry', 'outcome_entry', 'person', 'result_row', 'result_seen', 'result_set'],
      'schedule',
    ],
  },
  {
    folder: 'mail-outbox',
    why: 'a mail goes to the address of its person, and names the organisation and the delivery; those that are listed are searched by names',
    reads: ['delivery', 'person'],
  },
  {
    folder: 'security-log',
    why: 'a stranger who names an organisation that is not there makes no log of its own',
    reads: ['organisation'],
  },
  { folder: 'messages', why: 'the catalogue of an organisation is read as it was imported', reads: ['message'] },
  {
    folder: 'resource',
    why: 'a file of an exam is given out in pieces, and to whom is one query',
    reads: ['exam_resource', 'exam_resource_chunk', 'form_run'],
  },
  {
    folder: 'paper',
    why: 'a printed exam shows the names of organisation and learner',
    reads: ['organisation', 'person'],
  },
  {
    folder: 'library',
    why: 'lists show where an exam is used and who stored it, and an export has its files',
    reads: ['exam', 'exam_resource', 'exam_resource_chunk', 'form_run', 'person'],
  },
  {
    folder: 'courses',
    why: 'who has a course is one query over attempts and people, in the groups of a role, and a change of it names people and the members of groups',
    reads: ['course', 'course_attempt', 'person', 'role_grant', 'people_group', 'people_group_member'],
  },
  {
    folder: 'statistics',
    why: 'how questions worked is asked of marks, answers, files and logs of all sittings of an exam together, and the responses behind a figure name people',
    reads: [
      ...['activity', 'answer', 'delivery', 'exam', 'form_run', 'mark', 'person', 'result_rules', 'schedule'],
      'uploaded_file',
    ],
  },
  {
    folder: 'result-sets',
    why: 'an outcome follows from schedules, sittings, marks and attendance together, and rows name people who may be erased since',
    reads: [
      ...['delivery', 'erased_person', 'exam', 'form_run', 'form_run_event', 'live_attendance', 'mark_entry', 'person'],
      ...['response_mark', 'result_seen', 'schedule'],
    ],
  },
  {
    folder: 'deliveries',
    why: 'who is to be scheduled, and who can sit, is asked of people, groups, rooms, exams and sittings together',
    reads: ['centre', 'exam', 'form_run', 'people_group', 'people_group_member', 'person', 'role_grant', 'room', 'schedule'],
  },
  {
    folder: 'marking',
    why: 'which responses somebody may mark is asked of marks, claims, sittings, schedules, rooms and groups together, and lists name exams and deliveries',
    reads: [
      ...['answer_event', 'delivery', 'exam', 'form_run', 'mark', 'mark_entry', 'people_group_member', 'person'],
      ...['response_mark', 'result_row', 'result_set', 'role_grant', 'room', 'schedule'],
    ],
  },
  {
    folder: 'mark-schemes',
    why: 'a scheme is of a question of an exam, and its change is judged by the responses that are marked',
    reads: ['exam', 'response_mark'],
  },
  {
    folder: 'result-rules',
    why: 'what a decision about a question does is asked of the marks and answers of all sittings of a delivery together',
    reads: ['answer', 'delivery', 'exam', 'mark', 'mark_entry', 'person', 'result_row', 'result_set'],
  },
  {
    folder: 'live-view',
    why: 'a live view is one query over all who sit an exam, with what their pages say, and is read again every second',
    reads: ['answer', 'delivery', 'exam', 'form_run', 'person', 'room', 'schedule'],
  },
  {
    folder: 'exam-day',
    why: 'a printed list has numbers of people, and the report of a room is counted from the answers and files that wait in its sittings',
    reads: ['answer', 'answer_event', 'organisation', 'person', 'uploaded_file'],
  },
  {
    folder: 'accommodations',
    why:
      'what is approved in the middle of a sitting goes into each sitting of the person that is under way; an organisation has themes, and says how long ' +
      'documents are kept',
    reads: ['form_run', 'organisation', 'setting'],
  },
  {
    folder: 'exports',
    why: 'a file of results is one query over whatever it lists: people, their sittings, what they answered, and the rows of a set',
    reads: [...['delivery', 'exam', 'form_run', 'person', 'result_row', 'schedule']],
  },
  {
    folder: 'today',
    why: 'what needs somebody is counted among rows of whatever has a deadline',
    reads: ['exam', 'form_run', 'form_run_event', 'mfa', 'person', 'personal_token', 'role_grant', 'schedule'],
  },
  {
    folder: 'installation',
    why: 'organisations are listed with how many people they have and whether they were moved, and one is handed over until its first owner has signed in',
    reads: ['moved_organisation', 'office_session', 'organisation', 'person', 'session'],
  },
  { folder: 'formrun', why: 'its call answers how a form run stands, and nothing else', reads: ['form_run'] },
  { folder: 'practice-results', why: 'the results of a practice exam show its answers', reads: ['answer'] },
  {
    folder: 'lms',
    why: 'a course is played as it was imported, under the name of its organisation',
    reads: ['organisation', 'course', 'course_file', 'course_file_chunk'],
  },
  {
    folder: 'move',
    why: 'an organisation that moves takes its rows of every table with it, by the names that the database has; who sits keeps it here',
    reads: ['organisation', 'form_run', 'sco_attempt', 'cmi5_session', 'cmi5_registration'],
  },
  {
    folder: 'generation',
    why: 'which organisation a number means where two databases count them is said by the database that it was first in',
    writes: ['organisation'],
  },
  {
    folder: 'db',
    why: 'a ping shows that the database writes, by a row that is nobody’s; a migration fills a column of people',
    reads: ['erased_person'],
    writes: ['counter', 'person'],
  },
]
