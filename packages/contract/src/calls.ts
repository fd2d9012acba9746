import type { Call } from './call.ts'
import { abandonSession } from './calls/abandon-session.ts'
import { acceptLateAnswers } from './calls/accept-late-answers.ts'
import { activityLog } from './calls/activity-log.ts'
import { addTime } from './calls/add-time.ts'
import { adminLogin } from './calls/admin-login.ts'
import { announceFile } from './calls/announce-file.ts'
import { attemptQuestion } from './calls/attempt-question.ts'
import { attempts } from './calls/attempts.ts'
import { beginProctoring } from './calls/begin-proctoring.ts'
import { canStart } from './calls/can-start.ts'
import { checkPassword } from './calls/check-password.ts'
import { cmi5Launch } from './calls/cmi5-launch.ts'
import { cmi5Restore, cmi5Session } from './calls/cmi5-session.ts'
import { compareAnswers } from './calls/compare-answers.ts'
import { complete } from './calls/complete.ts'
import { configuration } from './calls/configuration.ts'
import { confirmRubric } from './calls/confirm-rubric.ts'
import { courseAttempts } from './calls/course-attempts.ts'
import { courseKeep } from './calls/course-keep.ts'
import { courseQuery } from './calls/course-query.ts'
import { courseGet, courseInfo } from './calls/course-texts.ts'
import { dashEvents } from './calls/dash-events.ts'
import { dashExtendableAlert } from './calls/dash-extendable-alert.ts'
import { dashFormRuns } from './calls/dash-form-runs.ts'
import { dashLateAnswers } from './calls/dash-late-answers.ts'
import { dashState } from './calls/dash-state.ts'
import { debugReport } from './calls/debug-report.ts'
import { decideExtension } from './calls/decide-extension.ts'
import { deleteFile } from './calls/delete-file.ts'
import { downloadFile } from './calls/download-file.ts'
import { endProctoring } from './calls/end-proctoring.ts'
import { erasedPeople } from './calls/erased-people.ts'
import { errorReport } from './calls/error-report.ts'
import { examJson } from './calls/exam-json.ts'
import { findPeople } from './calls/find-people.ts'
import { createFirstOrganisation, firstRun } from './calls/first-run.ts'
import { forgotPassword } from './calls/forgot-password.ts'
import { formRunsQuery } from './calls/form-runs-query.ts'
import { init } from './calls/init.ts'
import { integrityScript } from './calls/integrity-script.ts'
import { legacyControl } from './calls/legacy-control.ts'
import { loginTokenCheck } from './calls/login-token-check.ts'
import { logout } from './calls/logout.ts'
import { messages } from './calls/messages.ts'
import { mfaQrCode } from './calls/mfa-qr-code.ts'
import { mfaRemember } from './calls/mfa-remember.ts'
import { mfaReset, postMfaReset } from './calls/mfa-reset.ts'
import { mfaSendEmail } from './calls/mfa-send-email.ts'
import { mfaSendTextMessage } from './calls/mfa-send-text-message.ts'
import { mfaVerify, postMfaVerify } from './calls/mfa-verify.ts'
import { noteIncident } from './calls/note-incident.ts'
import { officeAccommodationDocuments, officeAddAccommodationDocument, officeOpenAccommodationDocument, officeRemoveAccommodationDocument } from './calls/office-accommodation-documents.ts'
import { officeAccommodations, officeAddAccommodation, officeChangeAccommodation, officeWithdrawAccommodation } from './calls/office-accommodations.ts'
import { officeAddCentre, officeAddRoom, officeCentres, officeChangeCentre, officeChangeRoom, officeCloseCentre, officeCloseRoom, officeRemoveCentre, officeRemoveRoom } from './calls/office-centres.ts'
import { officeAddGroup, officeChangeMembers, officePreviewMembers, officeRemoveGroup, officeRenameGroup } from './calls/office-change-groups.ts'
import { officeAddPerson, officeChangePerson, officeEndSessionsOf, officeInvitePerson, officeResetPassword, officeResetSecondStep, officeSuspendPerson } from './calls/office-change-people.ts'
import { officeChangeCourse, officeCourse, officeCoursePeople, officeCourseProgress, officeCourses, officePreviewCourse, officeResetCourse } from './calls/office-courses.ts'
import { officeAddDelivery, officeAddToDelivery, officeApplyDelivery, officeCancelDelivery, officeChangeDelivery, officeDeliveries, officeDelivery, officeDeliveryPeople, officeDeliveryReadiness, officePreviewDelivery, officeUndoDelivery } from './calls/office-deliveries.ts'
import {
  officeAccommodations,
  officeAddAccommodation,
  officeChangeAccommodation,
  officeWithdrawAccommodation,
} from './calls/office-accommodations.ts'
import {
  officeAddCentre,
  officeAddRoom,
  officeCentres,
  officeChangeCentre,
  officeChangeRoom,
  officeCloseCentre,
  officeCloseRoom,
  officeRemoveCentre,
  officeRemoveRoom,
} from './calls/office-centres.ts'
import {
  officeAddGroup,
  officeChangeMembers,
  officePreviewMembers,
  officeRemoveGroup,
  officeRenameGroup,
} from './calls/office-change-groups.ts'
import {
  officeAddPerson,
  officeChangePerson,
  officeEndSessionsOf,
  officeInvitePerson,
  officeResetPassword,
  officeResetSecondStep,
  officeSuspendPerson,
} from './calls/office-change-people.ts'
import {
  officeChangeCourse,
  officeCourse,
  officeCoursePeople,
  officeCourseProgress,
  officeCourses,
  officePreviewCourse,
  officeResetCourse,
} from './calls/office-courses.ts'
import {
  officeAddDelivery,
  officeAddToDelivery,
  officeApplyDelivery,
  officeCancelDelivery,
  officeChangeDelivery,
  officeDeliveries,
  officeDelivery,
  officeDeliveryPeople,
  officeDeliveryReadiness,
  officePreviewDelivery,
  officeUndoDelivery,
} from './calls/office-deliveries.ts'
import { officeDeliveryExams } from './calls/office-delivery-exams.ts'
import { officeAddNote, officeEvidence, officeReplaySitting, officeVerifySitting } from './calls/office-evidence.ts'
import { officeAttendanceList, officePreviewSlips, officeReplacePins, officeSlips } from './calls/office-exam-papers.ts'
import { officeExportResults, officePreviewStatements, officeStatements } from './calls/office-exports.ts'
import { officeGroup, officeGroups, officePreviewRemoval } from './calls/office-groups.ts'
import { officeBuiltInRoles, officeHeldRoles } from './calls/office-held-roles.ts'
import { officeImportPeople, officePeopleImports, officePreviewPeopleImport, officeUndoPeopleImport } from './calls/office-import-people.ts'
import { officeAddInstallationOwner, officeAddOrganisation, officeInstallationOwners, officeInviteFirstOwner, officeOrganisations, officeWithdrawInstallationOwner } from './calls/office-installation.ts'
import { officeExam, officeExams, officeExportExam } from './calls/office-library.ts'
import { officeLive, officeLiveAct, officeLiveAction, officeLiveNow, officeLivePerson, officePreviewLiveAct } from './calls/office-live.ts'
import { officeMails, officeRetryMails } from './calls/office-mails.ts'
import { officeInvitePeople, officePreviewInvitations, officePreviewSuspensions, officeSuspendPeople } from './calls/office-many-people.ts'
import { officeChangeMarkScheme, officeMarkScheme, officeMarkSchemes, officePreviewMarkScheme } from './calls/office-mark-schemes.ts'
import { officeMarkersOf, officePreviewMarkerReturn, officeReturnMarker, officeTakeBackMarkerReturn } from './calls/office-marker-returns.ts'
import { officeMarkingAllocate, officeMarkingAllocations, officeMarkingConflicts, officeMarkingDecide, officeMarkingFile, officeMarkingGive, officeMarkingHistory, officeMarkingNext, officeMarkingPlaces, officeMarkingQuestions, officeMarkingQueues, officeMarkingRelease, officeMarkingRenew, officeMarkingResponse, officeMarkingResponses, officeMarkingReturn } from './calls/office-marking.ts'
import { officeMarkedExams } from './calls/office-overrides.ts'
import { officeChangeText, officeTexts } from './calls/office-own-texts.ts'
import { officePeople, officePerson, officePersonTimeline } from './calls/office-people.ts'
import { officeErasePerson, officeExportPerson, officePreviewErasure } from './calls/office-person-data.ts'
import { officeReplaySteps } from './calls/office-replay.ts'
import { officeQuestionTimes, officeResponsesBehind } from './calls/office-responses.ts'
import { officeApplyResultRules, officeGivenAnswers, officePreviewResultRules, officeResultCurve, officeResultRules, officeTypedAnswer, officeUndoResultRules } from './calls/office-result-rules.ts'
import { officeCancelRelease, officeCloseMarking, officeCompareResults, officeComputeResults, officeConfirmResults, officeDeliveryResultRows, officeDeliveryResults, officePreviewRelease, officeReleaseResults, officeResults, officeSetOutcomes, officeWithdrawResults, officeWithholdResults } from './calls/office-results.ts'
import { officeGrantRole, officeWithdrawRole } from './calls/office-roles.ts'
import { officePrintRoomReport, officeRoomReport, officeRoomReports, officeSignOffRoom } from './calls/office-room-reports.ts'
import { officeSecurityLog } from './calls/office-security-log.ts'
import { endOfficeSessions, officeRecoveryCodes, officeSession, officeSessions, officeSignOut } from './calls/office-session.ts'
import { officeChangeLanguages, officeChangeLook, officeChangeRule, officeSettings } from './calls/office-settings.ts'
import { officeAppSecret, officeSecondStep, officeSendCode, officeSignIn } from './calls/office-sign-in.ts'
import { officeExamStatistics } from './calls/office-statistics.ts'
import { officeToday, officeTodayOperation } from './calls/office-today.ts'
import { officeAcceptUpload, officeBeginUpload, officeCancelUpload, officeUpload, officeUploadPiece, officeUploadReport, officeUploads } from './calls/office-uploads.ts'
import { changePassword, ownPassword } from './calls/own-password.ts'
import { endOwnSessions, ownSessions } from './calls/own-sessions.ts'
import { awaitStart, noteLearnerActions, pageReport } from './calls/page-report.ts'
import { partKey } from './calls/part-key.ts'
import { passwordReset } from './calls/password-reset.ts'
import { pauseFormRuns } from './calls/pause-form-runs.ts'
import { ping } from './calls/ping.ts'
import { practiceResultsFile } from './calls/practice-results-file.ts'
import { officePreview, previewAttempt, previewControl, previewExam, previewSetting } from './calls/preview.ts'
import { postPrintQuestion, printedQuestion, printQuestion } from './calls/print-question.ts'
import { proctorioLaunchUrl } from './calls/proctorio-launch-url.ts'
import { reopenFormRun } from './calls/reopen-form-run.ts'
import { reportAbsence } from './calls/report-absence.ts'
import { requestExtension } from './calls/request-extension.ts'
import { reset } from './calls/reset.ts'
import { resource } from './calls/resource.ts'
import { restBreak } from './calls/rest-break.ts'
import { resultStatement } from './calls/result-statement.ts'
import { result } from './calls/result.ts'
import { resumeSitting } from './calls/resume-sitting.ts'
import { rootResource } from './calls/root-resource.ts'
import { rubricState } from './calls/rubric-state.ts'
import { saveAnswer } from './calls/save-answer.ts'
import { saveTime } from './calls/save-time.ts'
import { schedules } from './calls/schedules.ts'
import { scormData } from './calls/scorm-data.ts'
import { scormReset } from './calls/scorm-reset.ts'
import { scormSave } from './calls/scorm-save.ts'
import { sebFile } from './calls/seb-file.ts'
import { sebLinks } from './calls/seb-links.ts'
import { setPasswordTokenCheck } from './calls/set-password-token-check.ts'
import { setting } from './calls/setting.ts'
import { start } from './calls/start.ts'
import { studentLogin } from './calls/student-login.ts'
import { takePlace } from './calls/take-place.ts'
import { time } from './calls/time.ts'
import { token } from './calls/token.ts'
import { uploadFile } from './calls/upload-file.ts'
import { uploadedFiles } from './calls/uploaded-files.ts'
import { waiveSupervision } from './calls/waive-supervision.ts'
import { work } from './calls/work.ts'

/** Every call, by name. */
export const calls = {
  abandonSession,
  acceptLateAnswers,
  activityLog,
  addTime,
  adminLogin,
  findPeople,
  announceFile,
  attemptQuestion,
  attempts,
  beginProctoring,
  endProctoring,
  integrityScript,
  proctorioLaunchUrl,
  canStart,
  checkPassword,
  cmi5Launch,
  cmi5Restore,
  cmi5Session,
  compareAnswers,
  complete,
  configuration,
  confirmRubric,
  courseAttempts,
  courseGet,
  courseInfo,
  courseKeep,
  courseQuery,
  dashEvents,
  dashExtendableAlert,
  dashFormRuns,
  dashLateAnswers,
  dashState,
  decideExtension,
  debugReport,
  deleteFile,
  downloadFile,
  erasedPeople,
  errorReport,
  examJson,
  forgotPassword,
  formRunsQuery,
  init,
  loginTokenCheck,
  legacyControl,
  changePassword,
  endOwnSessions,
  logout,
  endOfficeSessions,
  officeAddPerson,
  officeChangePerson,
  officeEndSessionsOf,
  officeInvitePerson,
  officeResetPassword,
  officeResetSecondStep,
  officeSuspendPerson,
  officePeople,
  officeAccommodationDocuments,
  officeAddAccommodationDocument,
  officeOpenAccommodationDocument,
  officeRemoveAccommodationDocument,
  officeAccommodations,
  officeAddAccommodation,
  officeChangeAccommodation,
  officeWithdrawAccommodation,
  officePerson,
  officePersonTimeline,
  createFirstOrganisation,
  firstRun,
  officeImportPeople,
  officeInvitePeople,
  officePeopleImports,
  officePreviewPeopleImport,
  officeUndoPeopleImport,
  officeAppSecret,
  officeAcceptUpload,
  officeBeginUpload,
  officeCancelUpload,
  officeErasePerson,
  officeExam,
  officeExams,
  officeExportExam,
  officeChangeMarkScheme,
  officeMarkScheme,
  officeMarkSchemes,
  officePreviewMarkScheme,
  officeApplyResultRules,
  officeGivenAnswers,
  officePreviewResultRules,
  officeResultCurve,
  officeResultRules,
  officeUndoResultRules,
  officeTypedAnswer,
  officeExportPerson,
  officeExportResults,
  officePreviewStatements,
  officeStatements,
  officeUpload,
  officeUploadPiece,
  officeUploadReport,
  officeUploads,
  officeGrantRole,
  officeWithdrawRole,
  officeHeldRoles,
  officeBuiltInRoles,
  officeChangeLanguages,
  officeChangeLook,
  officeChangeRule,
  officeChangeText,
  officeTexts,
  officeSecurityLog,
  officeSettings,
  officeGroup,
  officeGroups,
  officePreviewRemoval,
  officePreviewSuspensions,
  officeAddGroup,
  officeChangeMembers,
  officePreviewErasure,
  officePreviewInvitations,
  officePreviewMembers,
  officeRemoveGroup,
  officeRenameGroup,
  officeChangeCourse,
  officeCourse,
  officeCoursePeople,
  officeCourseProgress,
  officeCourses,
  officePreviewCourse,
  officeResetCourse,
  officeAddDelivery,
  officeAddToDelivery,
  officeApplyDelivery,
  officeCancelDelivery,
  officeChangeDelivery,
  officeDeliveries,
  officeDelivery,
  officeDeliveryExams,
  officeDeliveryPeople,
  officeDeliveryReadiness,
  officePreviewDelivery,
  officeUndoDelivery,
  officeAttendanceList,
  officePreviewSlips,
  officeReplacePins,
  officeSlips,
  officePrintRoomReport,
  officeRoomReport,
  officeRoomReports,
  officeSignOffRoom,
  officeMarkingAllocate,
  officeMarkingAllocations,
  officeMarkingConflicts,
  officeMarkingDecide,
  officeMarkingFile,
  officeMarkingGive,
  officeMarkingHistory,
  officeMarkingNext,
  officeMarkingPlaces,
  officeMarkingQuestions,
  officeMarkingQueues,
  officeMarkingRelease,
  officeMarkingRenew,
  officeMarkingResponse,
  officeMarkedExams,
  officeMarkersOf,
  officePreviewMarkerReturn,
  officeReturnMarker,
  officeTakeBackMarkerReturn,
  officeMarkingResponses,
  officeMarkingReturn,
  officeAddCentre,
  officeAddRoom,
  officeCentres,
  officeChangeCentre,
  officeChangeRoom,
  officeCloseCentre,
  officeCloseRoom,
  officeRemoveCentre,
  officeRemoveRoom,
  officeRecoveryCodes,
  officeSecondStep,
  officeSendCode,
  officeSession,
  officeSessions,
  officeSignIn,
  officeSignOut,
  officeExamStatistics,
  officeQuestionTimes,
  officeResponsesBehind,
  officeAddNote,
  officeEvidence,
  officeReplaySitting,
  officeReplaySteps,
  officeVerifySitting,
  officeCancelRelease,
  officeCloseMarking,
  officeCompareResults,
  officeComputeResults,
  officeConfirmResults,
  officeDeliveryResultRows,
  officeDeliveryResults,
  officePreviewRelease,
  officeReleaseResults,
  officeResults,
  officeSetOutcomes,
  officeWithdrawResults,
  officeWithholdResults,
  officeMails,
  officeRetryMails,
  officeToday,
  officeTodayOperation,
  officeOrganisations,
  officeAddOrganisation,
  officeInviteFirstOwner,
  officeInstallationOwners,
  officeAddInstallationOwner,
  officeWithdrawInstallationOwner,
  officeSuspendPeople,
  ownPassword,
  ownSessions,
  messages,
  mfaQrCode,
  mfaRemember,
  mfaReset,
  mfaSendEmail,
  mfaSendTextMessage,
  mfaVerify,
  noteIncident,
  reopenFormRun,
  partKey,
  passwordReset,
  officeLive,
  officeLiveAct,
  officeLiveAction,
  officeLiveNow,
  officeLivePerson,
  officePreviewLiveAct,
  awaitStart,
  noteLearnerActions,
  pageReport,
  pauseFormRuns,
  ping,
  reportAbsence,
  practiceResultsFile,
  postMfaReset,
  postMfaVerify,
  postPrintQuestion,
  printedQuestion,
  officePreview,
  previewAttempt,
  previewControl,
  previewExam,
  previewSetting,
  printQuestion,
  requestExtension,
  reset,
  resource,
  rootResource,
  result,
  resultStatement,
  restBreak,
  resumeSitting,
  rubricState,
  saveAnswer,
  saveTime,
  schedules,
  scormData,
  scormReset,
  scormSave,
  sebFile,
  sebLinks,
  setPasswordTokenCheck,
  setting,
  start,
  studentLogin,
  takePlace,
  time,
  token,
  uploadFile,
  uploadedFiles,
  waiveSupervision,
  work,
} as const satisfies Record<string, Call>

export {
  abandonSession,
  acceptLateAnswers,
  activityLog,
  addTime,
  adminLogin,
  announceFile,
  attemptQuestion,
  attempts,
  awaitStart,
  beginProctoring,
  canStart,
  changePassword,
  checkPassword,
  cmi5Launch,
  cmi5Restore,
  cmi5Session,
  compareAnswers,
  complete,
  configuration,
  confirmRubric,
  courseAttempts,
  courseGet,
  courseInfo,
  courseKeep,
  courseQuery,
  createFirstOrganisation,
  dashEvents,
  dashExtendableAlert,
  dashFormRuns,
  dashLateAnswers,
  dashState,
  debugReport,
  decideExtension,
  deleteFile,
  downloadFile,
  endOfficeSessions,
  endOwnSessions,
  endProctoring,
  erasedPeople,
  errorReport,
  examJson,
  findPeople,
  firstRun,
  forgotPassword,
  formRunsQuery,
  init,
  integrityScript,
  legacyControl,
  loginTokenCheck,
  logout,
  messages,
  mfaQrCode,
  mfaRemember,
  mfaReset,
  mfaSendEmail,
  mfaSendTextMessage,
  mfaVerify,
  noteIncident,
  noteLearnerActions,
  officeAcceptUpload,
  officeAccommodationDocuments,
  officeAccommodations,
  officeAddAccommodation,
  officeAddAccommodationDocument,
  officeAddCentre,
  officeAddDelivery,
  officeAddGroup,
  officeAddInstallationOwner,
  officeAddNote,
  officeAddOrganisation,
  officeAddPerson,
  officeAddRoom,
  officeAddToDelivery,
  officeApplyDelivery,
  officeApplyResultRules,
  officeAppSecret,
  officeAttendanceList,
  officeBeginUpload,
  officeBuiltInRoles,
  officeCancelDelivery,
  officeCancelRelease,
  officeCancelUpload,
  officeCentres,
  officeChangeAccommodation,
  officeChangeCentre,
  officeChangeCourse,
  officeChangeDelivery,
  officeChangeLanguages,
  officeChangeLook,
  officeChangeMarkScheme,
  officeChangeMembers,
  officeChangePerson,
  officeChangeRoom,
  officeChangeRule,
  officeChangeText,
  officeCloseCentre,
  officeCloseMarking,
  officeCloseRoom,
  officeCompareResults,
  officeComputeResults,
  officeConfirmResults,
  officeCourse,
  officeCoursePeople,
  officeCourseProgress,
  officeCourses,
  officeDeliveries,
  officeDelivery,
  officeDeliveryExams,
  officeDeliveryPeople,
  officeDeliveryReadiness,
  officeDeliveryResultRows,
  officeDeliveryResults,
  officeEndSessionsOf,
  officeErasePerson,
  officeEvidence,
  officeExam,
  officeExamStatistics,
  officeExams,
  officeExportExam,
  officeExportPerson,
  officeExportResults,
  officeGivenAnswers,
  officeGrantRole,
  officeGroup,
  officeGroups,
  officeHeldRoles,
  officeImportPeople,
  officeInstallationOwners,
  officeInviteFirstOwner,
  officeInvitePeople,
  officeInvitePerson,
  officeLive,
  officeLiveAct,
  officeLiveAction,
  officeLiveNow,
  officeLivePerson,
  officeMails,
  officeMarkedExams,
  officeMarkersOf,
  officeMarkingAllocate,
  officeMarkingAllocations,
  officeMarkingConflicts,
  officeMarkingDecide,
  officeMarkingFile,
  officeMarkingGive,
  officeMarkingHistory,
  officeMarkingNext,
  officeMarkingPlaces,
  officeMarkingQuestions,
  officeMarkingQueues,
  officeMarkingRelease,
  officeMarkingRenew,
  officeMarkingResponse,
  officeMarkingResponses,
  officeMarkingReturn,
  officeMarkScheme,
  officeMarkSchemes,
  officeOpenAccommodationDocument,
  officeOrganisations,
  officePeople,
  officePeopleImports,
  officePerson,
  officePersonTimeline,
  officePreview,
  officePreviewCourse,
  officePreviewDelivery,
  officePreviewErasure,
  officePreviewInvitations,
  officePreviewLiveAct,
  officePreviewMarkerReturn,
  officePreviewMarkScheme,
  officePreviewMembers,
  officePreviewPeopleImport,
  officePreviewRelease,
  officePreviewRemoval,
  officePreviewResultRules,
  officePreviewSlips,
  officePreviewStatements,
  officePreviewSuspensions,
  officePrintRoomReport,
  officeQuestionTimes,
  officeRecoveryCodes,
  officeReleaseResults,
  officeRemoveAccommodationDocument,
  officeRemoveCentre,
  officeRemoveGroup,
  officeRemoveRoom,
  officeRenameGroup,
  officeReplacePins,
  officeReplaySitting,
  officeReplaySteps,
  officeResetCourse,
  officeResetPassword,
  officeResetSecondStep,
  officeResponsesBehind,
  officeResultCurve,
  officeResultRules,
  officeResults,
  officeRetryMails,
  officeReturnMarker,
  officeRoomReport,
  officeRoomReports,
  officeSecondStep,
  officeSecurityLog,
  officeSendCode,
  officeSession,
  officeSessions,
  officeSetOutcomes,
  officeSettings,
  officeSignIn,
  officeSignOffRoom,
  officeSignOut,
  officeSlips,
  officeStatements,
  officeSuspendPeople,
  officeSuspendPerson,
  officeTakeBackMarkerReturn,
  officeTexts,
  officeToday,
  officeTodayOperation,
  officeTypedAnswer,
  officeUndoDelivery,
  officeUndoPeopleImport,
  officeUndoResultRules,
  officeUpload,
  officeUploadPiece,
  officeUploadReport,
  officeUploads,
  officeVerifySitting,
  officeWithdrawAccommodation,
  officeWithdrawInstallationOwner,
  officeWithdrawResults,
  officeWithdrawRole,
  officeWithholdResults,
  ownPassword,
  ownSessions,
  pageReport,
  partKey,
  passwordReset,
  pauseFormRuns,
  ping,
  postMfaReset,
  postMfaVerify,
  postPrintQuestion,
  practiceResultsFile,
  previewAttempt,
  previewControl,
  previewExam,
  previewSetting,
  printedQuestion,
  printQuestion,
  proctorioLaunchUrl,
  reopenFormRun,
  reportAbsence,
  requestExtension,
  reset,
  resource,
  restBreak,
  result,
  resultStatement,
  resumeSitting,
  rootResource,
  rubricState,
  saveAnswer,
  saveTime,
  schedules,
  scormData,
  scormReset,
  scormSave,
  sebFile,
  sebLinks,
  setPasswordTokenCheck,
  setting,
  start,
  studentLogin,
  takePlace,
  time,
  token,
  uploadedFiles,
  uploadFile,
  waiveSupervision,
  work,
}
