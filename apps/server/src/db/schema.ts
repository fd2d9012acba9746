import type {
  AccommodationDocumentBytesTable,
  AccommodationDocumentOpeningTable,
  AccommodationDocumentTable,
} from './tables/accommodation-documents.ts'
import type { AccommodationTable } from './tables/accommodations.ts'
import type { AnswerEventTable, AnswerTable, ErasedFormRunTable, ErasedPersonTable, ErasedSaveTable } from './tables/answers.ts'
import type {
  CourseAttemptTable,
  CourseFileChunkTable,
  CourseFileTable,
  CourseResetTable,
  CourseTable,
  ScoAttemptTable,
  ScoSaveTable,
} from './tables/courses.ts'
import type {
  DeliveryChangeRowTable,
  DeliveryChangeTable,
  DeliveryEntryTable,
  DeliveryRoomTable,
  DeliveryTable,
} from './tables/deliveries.ts'
import type {
  ExamPasswordGuessTable,
  ExamResourceChunkTable,
  ExamResourceTable,
  ExamTable,
  SchedulePassTable,
  ScheduleTable,
} from './tables/exams.ts'
import type { AnnouncedFileTable, FileChunkTable, UploadedFileTable } from './tables/files.ts'
import type {
  ActivityTable,
  FormRunEventTable,
  FormRunPartTable,
  FormRunTable,
  ProctoredSessionSecrets,
  ProctoredSessionTable,
  SupervisionEventTable,
} from './tables/form-runs.ts'
import type { ExamSummaryTable, LibraryUploadChunkTable, LibraryUploadItemTable, LibraryUploadTable } from './tables/library.ts'
import type {
  LiveActionPersonTable,
  LiveActionTable,
  LiveAttendanceTable,
  LivePageTable,
  RoomSignOffTable,
} from './tables/live.ts'
import type { MailOutboxTable } from './tables/mails.ts'
import type { MarkSchemeTable } from './tables/mark-schemes.ts'
import type { MarkingAllocationMarkerTable, MarkingAllocationTable, MarkingClaimTable } from './tables/marking.ts'
import type { MarkEntryTable, MarkTable, ResponseMarkTable, SittingNoteTable } from './tables/marks.ts'
import type {
  OfficeSessionSecrets,
  OfficeSessionTable,
  PeopleImportRowTable,
  PeopleImportTable,
  RecoveryCodeTable,
} from './tables/office.ts'
import type {
  CounterTable,
  MessageTable,
  MigrationTable,
  MovedOrganisationTable,
  OrganisationTable,
  SettingChangeTable,
  SettingTable,
} from './tables/organisation.ts'
import type {
  AdminLoginTable,
  AttemptTable,
  MfaCodeTable,
  MfaDeviceTable,
  MfaTable,
  PersonalTokenTable,
  PersonSecrets,
  PersonTable,
  SessionSecrets,
  SessionTable,
} from './tables/people.ts'
import type { CentreTable, PeopleGroupMemberTable, PeopleGroupTable, RoomTable } from './tables/places.ts'
import type { ResultRulesTable } from './tables/result-rules.ts'
import type {
  MarkingClosingTable,
  OutcomeEntryTable,
  ResultRowTable,
  ResultSeenTable,
  ResultSetTable,
} from './tables/results.ts'
import type { InstallationGrantTable, RoleGrantTable } from './tables/roles.ts'
import type {
  ClockWordTable,
  ErrorReportTable,
  GenerationTable,
  HeartbeatTable,
  OutageTable,
  SecurityChainTable,
  SecurityEventTable,
} from './tables/server.ts'
import type {
  Cmi5RegistrationTable,
  Cmi5SessionSecrets,
  Cmi5SessionTable,
  XapiActivityTable,
  XapiAttachmentTable,
  XapiDocumentTable,
  XapiForwardTable,
  XapiMentionTable,
  XapiReferenceTable,
  XapiSetAsideTable,
  XapiStatementTable,
} from './tables/statements.ts'

export type * from './tables/accommodation-documents.ts'
export type * from './tables/accommodations.ts'
export type * from './tables/answers.ts'
export type * from './tables/courses.ts'
export type * from './tables/deliveries.ts'
export type * from './tables/exams.ts'
export type * from './tables/files.ts'
export type * from './tables/form-runs.ts'
export type * from './tables/library.ts'
export type * from './tables/live.ts'
export type * from './tables/mails.ts'
export type * from './tables/mark-schemes.ts'
export type * from './tables/marking.ts'
export type * from './tables/marks.ts'
export type * from './tables/office.ts'
export type * from './tables/organisation.ts'
export type * from './tables/people.ts'
export type * from './tables/places.ts'
export type * from './tables/result-rules.ts'
export type * from './tables/results.ts'
export type * from './tables/roles.ts'
export type * from './tables/server.ts'
export type * from './tables/statements.ts'

/** Every table by its name; what is in each says the file of its kind. */
export interface Schema {
  organisation: OrganisationTable
  moved_organisation: MovedOrganisationTable
  setting: SettingTable
  setting_change: SettingChangeTable
  message: MessageTable
  person: PersonTable & PersonSecrets
  session: SessionTable & SessionSecrets
  exam: ExamTable
  exam_resource: ExamResourceTable
  exam_resource_chunk: ExamResourceChunkTable
  schedule: ScheduleTable
  schedule_pass: SchedulePassTable
  proctored_session: ProctoredSessionTable & ProctoredSessionSecrets
  supervision_event: SupervisionEventTable
  form_run: FormRunTable
  form_run_event: FormRunEventTable
  live_action: LiveActionTable
  live_action_person: LiveActionPersonTable
  room_sign_off: RoomSignOffTable
  live_page: LivePageTable
  live_attendance: LiveAttendanceTable
  form_run_part: FormRunPartTable
  answer: AnswerTable
  answer_event: AnswerEventTable
  activity: ActivityTable
  mark: MarkTable
  mark_entry: MarkEntryTable
  response_mark: ResponseMarkTable
  marking_allocation: MarkingAllocationTable
  marking_allocation_marker: MarkingAllocationMarkerTable
  marking_claim: MarkingClaimTable
  sitting_note: SittingNoteTable
  outcome_entry: OutcomeEntryTable
  marking_closing: MarkingClosingTable
  result_set: ResultSetTable
  result_row: ResultRowTable
  result_seen: ResultSeenTable
  mail_outbox: MailOutboxTable
  error_report: ErrorReportTable
  counter: CounterTable
  mfa: MfaTable
  mfa_code: MfaCodeTable
  mfa_device: MfaDeviceTable
  personal_token: PersonalTokenTable
  attempt: AttemptTable
  admin_login: AdminLoginTable
  role_grant: RoleGrantTable
  accommodation: AccommodationTable
  accommodation_document: AccommodationDocumentTable
  accommodation_document_bytes: AccommodationDocumentBytesTable
  accommodation_document_opening: AccommodationDocumentOpeningTable
  mark_scheme: MarkSchemeTable
  result_rules: ResultRulesTable
  installation_grant: InstallationGrantTable
  people_group: PeopleGroupTable
  people_group_member: PeopleGroupMemberTable
  centre: CentreTable
  room: RoomTable
  delivery: DeliveryTable
  delivery_room: DeliveryRoomTable
  delivery_entry: DeliveryEntryTable
  delivery_change: DeliveryChangeTable
  delivery_change_row: DeliveryChangeRowTable
  office_session: OfficeSessionTable & OfficeSessionSecrets
  people_import: PeopleImportTable
  people_import_row: PeopleImportRowTable
  library_upload: LibraryUploadTable
  library_upload_chunk: LibraryUploadChunkTable
  library_upload_item: LibraryUploadItemTable
  exam_summary: ExamSummaryTable
  recovery_code: RecoveryCodeTable
  erased_save: ErasedSaveTable
  erased_form_run: ErasedFormRunTable
  erased_person: ErasedPersonTable
  security_event: SecurityEventTable
  security_chain: SecurityChainTable
  uploaded_file: UploadedFileTable
  announced_file: AnnouncedFileTable
  file_chunk: FileChunkTable
  course: CourseTable
  course_file: CourseFileTable
  course_file_chunk: CourseFileChunkTable
  course_attempt: CourseAttemptTable
  course_reset: CourseResetTable
  sco_attempt: ScoAttemptTable
  sco_save: ScoSaveTable
  cmi5_registration: Cmi5RegistrationTable
  cmi5_session: Cmi5SessionTable & Cmi5SessionSecrets
  xapi_statement: XapiStatementTable
  xapi_mention: XapiMentionTable
  xapi_activity: XapiActivityTable
  xapi_document: XapiDocumentTable
  xapi_attachment: XapiAttachmentTable
  xapi_reference: XapiReferenceTable
  xapi_forward: XapiForwardTable
  xapi_set_aside: XapiSetAsideTable
  exam_password_guess: ExamPasswordGuessTable
  server_generation: GenerationTable
  server_heartbeat: HeartbeatTable
  server_outage: OutageTable
  server_clock_word: ClockWordTable
  migration_applied: MigrationTable
}
