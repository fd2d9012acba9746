import {
  officeAccommodationDocumentsRoute,
  officeAddAccommodationDocumentRoute,
  officeOpenAccommodationDocumentRoute,
  officeRemoveAccommodationDocumentRoute,
} from './accommodations/documents/document-calls.ts'
import { officeAccommodationsRoute } from './accommodations/show-accommodations.ts'
import {
  officeAddAccommodationRoute,
  officeChangeAccommodationRoute,
  officeWithdrawAccommodationRoute,
} from './accommodations/write-accommodations.ts'
import { legacyControlRoute } from './ascx/legacy-control.ts'
import { compareAnswersRoute, saveAnswerRoute } from './assessment/answers/index.ts'
import { completeRoute } from './assessment/completion/index.ts'
import { attemptQuestionRoute, examJsonRoute, partKeyRoute } from './assessment/content/index.ts'
import { timeRoute } from './assessment/ledger/index.ts'
import { resultRoute } from './assessment/results/index.ts'
import { canStartRoute, checkPasswordRoute, schedulesRoute } from './assessment/schedules/index.ts'
import {
  activityLogRoute,
  attemptsRoute,
  replaceLostFormRunRoute,
  resetRoute,
  saveTimeRoute,
  startRoute,
} from './assessment/sittings/index.ts'
import type { ApplicationContext } from './context.ts'
import { officeChangeCourseRoute, officePreviewCourseRoute } from './courses/change-course.ts'
import { officeCourseRoute, officeCoursesRoute } from './courses/list-courses.ts'
import { officeCoursePeopleRoute, officeCourseProgressRoute } from './courses/list-people.ts'
import { officeResetCourseRoute } from './courses/reset-progress.ts'
import { acceptLateAnswersRoute } from './dashboard/accept-late-answers.ts'
import { addTimeRoute } from './dashboard/add-time.ts'
import { dashEventsRoute } from './dashboard/dash-events.ts'
import { dashExtendableAlertRoute } from './dashboard/dash-extendable-alert.ts'
import { dashFormRunsRoute } from './dashboard/dash-form-runs.ts'
import { dashLateAnswersRoute } from './dashboard/dash-late-answers.ts'
import { dashStateRoute } from './dashboard/dash-state.ts'
import { decideExtensionRoute } from './dashboard/decide-extension.ts'
import { noteIncidentRoute } from './dashboard/note-incident.ts'
import { pauseFormRunsRoute } from './dashboard/pause-form-runs.ts'
import { reopenFormRunRoute } from './dashboard/reopen-form-run.ts'
import { reportAbsenceRoute } from './dashboard/report-absence.ts'
import { requestExtensionRoute } from './dashboard/request-extension.ts'
import { restBreakRoute } from './dashboard/rest-break.ts'
import { resumeSittingRoute } from './dashboard/resume-sitting.ts'
import { waiveSupervisionRoute } from './dashboard/waive-supervision.ts'
import { officeAddToDeliveryRoute } from './deliveries/add-to-delivery.ts'
import { officeApplyDeliveryRoute, officePreviewDeliveryRoute } from './deliveries/apply-delivery.ts'
import { officeAddDeliveryRoute, officeChangeDeliveryRoute } from './deliveries/change-delivery.ts'
import { officeDeliveriesRoute } from './deliveries/list-deliveries.ts'
import { officeDeliveryExamsRoute } from './deliveries/list-exams.ts'
import { officeDeliveryPeopleRoute } from './deliveries/list-people.ts'
import { officeDeliveryRoute } from './deliveries/show-delivery.ts'
import { officeDeliveryReadinessRoute } from './deliveries/show-readiness.ts'
import { officeCancelDeliveryRoute, officeUndoDeliveryRoute } from './deliveries/undo-delivery.ts'
import { debugReportRoute } from './error/debug-report.ts'
import { errorReportRoute } from './error/error-report.ts'
import { officeAttendanceListRoute } from './exam-day/print-attendance.ts'
import { officePrintRoomReportRoute } from './exam-day/print-report.ts'
import { officeRoomReportRoute, officeRoomReportsRoute, officeSignOffRoomRoute } from './exam-day/room-reports.ts'
import { officePreviewSlipsRoute, officeReplacePinsRoute, officeSlipsRoute } from './exam-day/slips.ts'
import { officeExportResultsRoute } from './exports/results/export-results.ts'
import { officePreviewStatementsRoute, officeStatementsRoute } from './exports/statements/office-statements.ts'
import { resultStatementRoute } from './exports/statements/own-statement.ts'
import { announceFileRoute } from './files/announce-file.ts'
import { deleteFileRoute } from './files/delete-file.ts'
import { downloadFileRoute } from './files/download-file.ts'
import { uploadFileRoute } from './files/upload-file.ts'
import { uploadedFilesRoute } from './files/uploaded-files.ts'
import { formRunsQueryRoute } from './formrun/query.ts'
import type { Route } from './http/service.ts'
import { officeAddOrganisationRoute, officeInviteFirstOwnerRoute } from './installation/add-organisation.ts'
import { createFirstOrganisationRoute, firstRunRoute } from './installation/first-run.ts'
import { officeOrganisationsRoute } from './installation/list-organisations.ts'
import {
  officeAddInstallationOwnerRoute,
  officeInstallationOwnersRoute,
  officeWithdrawInstallationOwnerRoute,
} from './installation/owners.ts'
import { officeExportExamRoute } from './library/exams/export-exam.ts'
import { officeExamRoute, officeExamsRoute } from './library/exams/list-exams.ts'
import { officePreviewRoute } from './library/preview/open-preview.ts'
import {
  previewAttemptRoute,
  previewControlRoute,
  previewExamRoute,
  previewSettingRoute,
} from './library/preview/previewed-exam.ts'
import { officeAcceptUploadRoute } from './library/uploads/accept-upload.ts'
import { officeBeginUploadRoute } from './library/uploads/begin-upload.ts'
import {
  officeCancelUploadRoute,
  officeUploadReportRoute,
  officeUploadRoute,
  officeUploadsRoute,
} from './library/uploads/own-uploads.ts'
import { officeUploadPieceRoute } from './library/uploads/send-piece.ts'
import { officeLiveActRoute, officePreviewLiveActRoute } from './live-view/live-acts.ts'
import { officeLiveNowRoute } from './live-view/live-now.ts'
import { officeLiveActionRoute, officeLivePersonRoute } from './live-view/live-person.ts'
import { awaitStartRoute, noteLearnerActionsRoute, pageReportRoute } from './live-view/page-calls.ts'
import { officeLiveRoute } from './live-view/show-live.ts'
import { cmi5LaunchRoute } from './lms/cmi5/cmi5-launch.ts'
import { cmi5RestoreRoute, cmi5SessionRoute } from './lms/cmi5/cmi5-session.ts'
import { courseAttemptsRoute } from './lms/course-attempts.ts'
import { courseKeepRoute } from './lms/course-keep.ts'
import { courseQueryRoute } from './lms/course-query.ts'
import { courseGetRoute, courseInfoRoute } from './lms/course-texts.ts'
import { scormDataRoute } from './lms/scorm-data.ts'
import { scormResetRoute } from './lms/scorm-reset.ts'
import { scormSaveRoute } from './lms/scorm-save.ts'
import { workRoute } from './lms/work.ts'
import { officeMailsRoute, officeRetryMailsRoute } from './mail-outbox/index.ts'
import { officeChangeMarkSchemeRoute, officePreviewMarkSchemeRoute } from './mark-schemes/change-scheme.ts'
import { officeMarkSchemeRoute, officeMarkSchemesRoute } from './mark-schemes/show-schemes.ts'
import { markingRoutes } from './marking/routes.ts'
import { messagesRoute } from './messages/messages.ts'
import {
  officeAddCentreRoute,
  officeChangeCentreRoute,
  officeCloseCentreRoute,
  officeRemoveCentreRoute,
} from './office/centres/change-centres.ts'
import {
  officeAddRoomRoute,
  officeChangeRoomRoute,
  officeCloseRoomRoute,
  officeRemoveRoomRoute,
} from './office/centres/change-rooms.ts'
import { officeCentresRoute } from './office/centres/list-centres.ts'
import { officeGrantRoleRoute, officeWithdrawRoleRoute } from './office/change-roles.ts'
import { officeAddGroupRoute, officeRenameGroupRoute } from './office/groups/change-groups.ts'
import { officeChangeMembersRoute, officePreviewMembersRoute } from './office/groups/change-members.ts'
import { officeGroupRoute, officeGroupsRoute } from './office/groups/list-groups.ts'
import { officePreviewRemovalRoute, officeRemoveGroupRoute } from './office/groups/remove-group.ts'
import {
  officeInvitePeopleRoute,
  officePreviewInvitationsRoute,
  officePreviewSuspensionsRoute,
  officeSuspendPeopleRoute,
} from './office/many-people/act-on-many.ts'
import {
  endOfficeSessionsRoute,
  officeRecoveryCodesRoute,
  officeSessionRoute,
  officeSessionsRoute,
  officeSignOutRoute,
} from './office/own-session.ts'
import { officeAddPersonRoute } from './office/people/add-person.ts'
import { officeChangePersonRoute } from './office/people/change-person.ts'
import {
  officeEndSessionsOfRoute,
  officeInvitePersonRoute,
  officeResetPasswordRoute,
  officeResetSecondStepRoute,
} from './office/people/credentials.ts'
import { officePeopleRoute } from './office/people/list-people.ts'
import { officePersonRoute } from './office/people/show-person.ts'
import { officeSuspendPersonRoute } from './office/people/suspend-person.ts'
import { officePersonTimelineRoute } from './office/people/timeline.ts'
import {
  officeImportPeopleRoute,
  officePeopleImportsRoute,
  officePreviewPeopleImportRoute,
  officeUndoPeopleImportRoute,
} from './office/people-import/import-calls.ts'
import { officeBuiltInRolesRoute, officeHeldRolesRoute } from './office/roles/list-held-roles.ts'
import { officeAppSecretRoute, officeSecondStepRoute, officeSendCodeRoute } from './office/second-step.ts'
import { officeSecurityLogRoute } from './office/security-log/list-events.ts'
import { officeSignInRoute } from './office/sign-in.ts'
import { practiceResultsFileRoute } from './practice-results/results-file.ts'
import { postPrintQuestionRoute, printQuestionRoute } from './print/print-question.ts'
import { printedQuestionRoute } from './print/printed-question.ts'
import { officeErasePersonRoute, officePreviewErasureRoute } from './privacy/erase-in-office.ts'
import { erasedPeopleRoute } from './privacy/erased-people.ts'
import { officeExportPersonRoute } from './privacy/export-person.ts'
import { beginSessionRoute } from './proctoring/begin-session.ts'
import { endSessionRoute } from './proctoring/end-session.ts'
import { integrityScriptRoute } from './proctoring/integrity-script.ts'
import { launchUrlRoute } from './proctoring/launch-url.ts'
import { resourceRoute } from './resource/resource.ts'
import { rootResourceRoute } from './resource/root-resource.ts'
import { resultRulesRoutes } from './result-rules/index.ts'
import { computeSet, resultRoutes, sittingsOfSat } from './result-sets/index.ts'
import { sebFileRoute } from './seb/seb-file.ts'
import { sebLinksRoute } from './seb/seb-links.ts'
import { mfaRememberRoute } from './security/mfa/remember.ts'
import { mfaResetRoute, postMfaResetRoute } from './security/mfa/reset.ts'
import { mfaQrCodeRoute, mfaSendEmailRoute, mfaSendTextMessageRoute } from './security/mfa/set-up.ts'
import { mfaVerifyRoute, postMfaVerifyRoute } from './security/mfa/verify.ts'
import { initRoute } from './security/organisation/init.ts'
import { namedSettingsRoute, settingRoute } from './security/organisation/setting.ts'
import { changePasswordRoute, ownPasswordRoute } from './security/passwords/change-password.ts'
import { endOwnSessionsRoute } from './security/passwords/end-own-sessions.ts'
import { forgotPasswordRoute } from './security/passwords/forgot-password.ts'
import { passwordResetRoute, setPasswordTokenCheckRoute } from './security/passwords/set-password.ts'
import { findPeopleRoute } from './security/people/find-people.ts'
import { abandonSessionRoute, logoutRoute } from './security/sessions/logout.ts'
import { ownSessionsRoute } from './security/sessions/own-sessions.ts'
import { confirmRubricRoute, rubricStateRoute } from './security/sessions/rubric.ts'
import { adminLoginRoute } from './security/sign-in/admin-login.ts'
import { tokenRoute } from './security/sign-in/token.ts'
import { loginTokenCheckRoute, studentLoginRoute } from './security/tokens/login-token.ts'
import { officeChangeLanguagesRoute } from './settings/change-languages.ts'
import { officeChangeLookRoute } from './settings/change-look.ts'
import { officeChangeRuleRoute } from './settings/change-rule.ts'
import { officeChangeTextRoute, officeTextsRoute } from './settings/own-texts.ts'
import { officeSettingsRoute } from './settings/show-settings.ts'
import { configurationRoute } from './site/configuration.ts'
import { pingRoute } from './site/ping.ts'
import {
  officeAddNoteRoute,
  officeEvidenceRoute,
  officeReplaySittingRoute,
  officeReplayStepsRoute,
  officeVerifySittingRoute,
} from './sitting-evidence/index.ts'
import { officeExamStatisticsRoute } from './statistics/exam-statistics-route.ts'
import { officeQuestionTimesRoute } from './statistics/question-times-route.ts'
import { officeResponsesBehindRoute } from './statistics/responses-route.ts'
import { officeTodayOperationRoute } from './today/show-operation.ts'
import { officeTodayRoute } from './today/show-today.ts'

/** Every call with its handler. */
const makers: readonly ((context: ApplicationContext) => Route)[] = [
  abandonSessionRoute,
  confirmRubricRoute,
  rubricStateRoute,
  acceptLateAnswersRoute,
  beginSessionRoute,
  endSessionRoute,
  integrityScriptRoute,
  launchUrlRoute,
  activityLogRoute,
  adminLoginRoute,
  findPeopleRoute,
  announceFileRoute,
  addTimeRoute,
  attemptsRoute,
  canStartRoute,
  checkPasswordRoute,
  compareAnswersRoute,
  completeRoute,
  configurationRoute,
  cmi5LaunchRoute,
  cmi5RestoreRoute,
  cmi5SessionRoute,
  courseAttemptsRoute,
  courseGetRoute,
  courseInfoRoute,
  courseKeepRoute,
  courseQueryRoute,
  dashEventsRoute,
  dashExtendableAlertRoute,
  dashFormRunsRoute,
  dashLateAnswersRoute,
  dashStateRoute,
  decideExtensionRoute,
  debugReportRoute,
  deleteFileRoute,
  downloadFileRoute,
  erasedPeopleRoute,
  errorReportRoute,
  examJsonRoute,
  forgotPasswordRoute,
  formRunsQueryRoute,
  initRoute,
  loginTokenCheckRoute,
  legacyControlRoute,
  logoutRoute,
  ownPasswordRoute,
  changePasswordRoute,
  ownSessionsRoute,
  endOwnSessionsRoute,
  messagesRoute,
  mfaQrCodeRoute,
  mfaRememberRoute,
  mfaResetRoute,
  mfaSendEmailRoute,
  mfaSendTextMessageRoute,
  mfaVerifyRoute,
  attemptQuestionRoute,
  partKeyRoute,
  passwordResetRoute,
  endOfficeSessionsRoute,
  officeAccommodationDocumentsRoute,
  officeAddAccommodationDocumentRoute,
  officeOpenAccommodationDocumentRoute,
  officeRemoveAccommodationDocumentRoute,
  officeAccommodationsRoute,
  officeAddAccommodationRoute,
  officeChangeAccommodationRoute,
  officeWithdrawAccommodationRoute,
  officeAddPersonRoute,
  officeChangePersonRoute,
  officeEndSessionsOfRoute,
  officeErasePersonRoute,
  officeExportPersonRoute,
  officeInvitePersonRoute,
  officeInvitePeopleRoute,
  officePreviewInvitationsRoute,
  officePreviewSuspensionsRoute,
  officeSuspendPeopleRoute,
  officePreviewErasureRoute,
  officePeopleRoute,
  officePersonRoute,
  officePersonTimelineRoute,
  officeResetPasswordRoute,
  officeResetSecondStepRoute,
  officeSuspendPersonRoute,
  officeAppSecretRoute,
  officeAcceptUploadRoute,
  officeBeginUploadRoute,
  officeCancelUploadRoute,
  officeExamRoute,
  officeCoursesRoute,
  officeCourseRoute,
  officeCoursePeopleRoute,
  officeCourseProgressRoute,
  officePreviewCourseRoute,
  officeChangeCourseRoute,
  officeResetCourseRoute,
  officeAttendanceListRoute,
  officePreviewSlipsRoute,
  officeReplacePinsRoute,
  officeSlipsRoute,
  officePrintRoomReportRoute,
  officeRoomReportRoute,
  officeRoomReportsRoute,
  officeSignOffRoomRoute,
  officeAddDeliveryRoute,
  officeAddToDeliveryRoute,
  officeApplyDeliveryRoute,
  officeCancelDeliveryRoute,
  officeChangeDeliveryRoute,
  officeDeliveriesRoute,
  officeDeliveryExamsRoute,
  officeDeliveryPeopleRoute,
  officeDeliveryReadinessRoute,
  officeDeliveryRoute,
  officePreviewDeliveryRoute,
  officeUndoDeliveryRoute,
  officeExamsRoute,
  officeExportExamRoute,
  officeChangeMarkSchemeRoute,
  officeMarkSchemeRoute,
  officeMarkSchemesRoute,
  officePreviewMarkSchemeRoute,
  officePreviewRoute,
  previewAttemptRoute,
  previewControlRoute,
  previewExamRoute,
  previewSettingRoute,
  officeUploadPieceRoute,
  officeUploadReportRoute,
  officeUploadRoute,
  officeUploadsRoute,
  officeGrantRoleRoute,
  officeWithdrawRoleRoute,
  officeHeldRolesRoute,
  officeBuiltInRolesRoute,
  officeChangeLanguagesRoute,
  officeChangeLookRoute,
  officeChangeRuleRoute,
  officeChangeTextRoute,
  officeTextsRoute,
  officeSecurityLogRoute,
  officeSettingsRoute,
  officeGroupRoute,
  officeGroupsRoute,
  officeAddGroupRoute,
  officeRenameGroupRoute,
  officePreviewRemovalRoute,
  officeRemoveGroupRoute,
  officePreviewMembersRoute,
  officeChangeMembersRoute,
  officeCentresRoute,
  officeAddCentreRoute,
  officeChangeCentreRoute,
  officeCloseCentreRoute,
  officeRemoveCentreRoute,
  officeAddRoomRoute,
  officeChangeRoomRoute,
  officeCloseRoomRoute,
  officeRemoveRoomRoute,
  officeRecoveryCodesRoute,
  officeSecondStepRoute,
  officeSendCodeRoute,
  officeSessionRoute,
  officeSessionsRoute,
  officeSignInRoute,
  createFirstOrganisationRoute,
  firstRunRoute,
  officeImportPeopleRoute,
  officePeopleImportsRoute,
  officePreviewPeopleImportRoute,
  officeUndoPeopleImportRoute,
  officeSignOutRoute,
  officeExamStatisticsRoute,
  officeQuestionTimesRoute,
  officeResponsesBehindRoute,
  officeAddNoteRoute,
  officeEvidenceRoute,
  officeReplaySittingRoute,
  officeReplayStepsRoute,
  officeVerifySittingRoute,
  officeMailsRoute,
  officeRetryMailsRoute,
  officeTodayRoute,
  officeTodayOperationRoute,
  officeOrganisationsRoute,
  officeAddOrganisationRoute,
  officeInviteFirstOwnerRoute,
  officeInstallationOwnersRoute,
  officeAddInstallationOwnerRoute,
  officeWithdrawInstallationOwnerRoute,
  noteIncidentRoute,
  reopenFormRunRoute,
  officeLiveRoute,
  officeLiveActRoute,
  officeLiveActionRoute,
  officeLiveNowRoute,
  officeLivePersonRoute,
  officePreviewLiveActRoute,
  awaitStartRoute,
  noteLearnerActionsRoute,
  pageReportRoute,
  pauseFormRunsRoute,
  pingRoute,
  practiceResultsFileRoute,
  resultStatementRoute,
  officeExportResultsRoute,
  officePreviewStatementsRoute,
  officeStatementsRoute,
  postMfaResetRoute,
  postMfaVerifyRoute,
  postPrintQuestionRoute,
  printQuestionRoute,
  printedQuestionRoute,
  reportAbsenceRoute,
  restBreakRoute,
  resumeSittingRoute,
  requestExtensionRoute,
  resetRoute,
  resourceRoute,
  rootResourceRoute,
  resultRoute,
  saveAnswerRoute,
  saveTimeRoute,
  schedulesRoute,
  scormDataRoute,
  scormResetRoute,
  scormSaveRoute,
  sebFileRoute,
  sebLinksRoute,
  setPasswordTokenCheckRoute,
  namedSettingsRoute,
  settingRoute,
  startRoute,
  studentLoginRoute,
  replaceLostFormRunRoute,
  timeRoute,
  tokenRoute,
  uploadFileRoute,
  uploadedFilesRoute,
  waiveSupervisionRoute,
  workRoute,
]

export const routesOf = (context: ApplicationContext): Route[] => [
  ...makers.map((make) => make(context)),
  ...markingRoutes(context),
  ...resultRulesRoutes({
    ...context,
    selectSittings: (place) => sittingsOfSat(context, place),
    computeSet: (place, author, reason) => computeSet(context, place, { author, reason }),
  }),
  ...resultRoutes(context),
]
