// Types alone: nobody loads these files for them.

import type accommodationDocuments from '../messages/en/accommodation-documents.json'
import type accommodations from '../messages/en/accommodations.json'
import type attempts from '../messages/en/attempts.json'
import type code from '../messages/en/code.json'
import type courses from '../messages/en/courses.json'
import type documents from '../messages/en/documents.json'
import type drawing from '../messages/en/drawing.json'
import type ending from '../messages/en/ending.json'
import type exam from '../messages/en/exam.json'
import type examDay from '../messages/en/exam-day.json'
import type explanations from '../messages/en/explanations.json'
import type exportsOfResults from '../messages/en/exports.json'
import type files from '../messages/en/files.json'
import type films from '../messages/en/films.json'
import type firstRun from '../messages/en/first-run.json'
import type formula from '../messages/en/formula.json'
import type handIn from '../messages/en/hand-in.json'
import type letters from '../messages/en/letters.json'
import type logs from '../messages/en/logs.json'
import type manyPeople from '../messages/en/many-people.json'
import type mfa from '../messages/en/mfa.json'
import type office from '../messages/en/office.json'
import type officeCourses from '../messages/en/office-courses.json'
import type officeDeliveries from '../messages/en/office-deliveries.json'
import type officeEvidence from '../messages/en/office-evidence.json'
import type officeExamDay from '../messages/en/office-exam-day.json'
import type officeExports from '../messages/en/office-exports.json'
import type officeImport from '../messages/en/office-import.json'
import type officeInstallation from '../messages/en/office-installation.json'
import type officeLibrary from '../messages/en/office-library.json'
import type officeLive from '../messages/en/office-live.json'
import type officeMarking from '../messages/en/office-marking.json'
import type officePeople from '../messages/en/office-people.json'
import type officePlaces from '../messages/en/office-places.json'
import type officePreview from '../messages/en/office-preview.json'
import type officeResultMails from '../messages/en/office-result-mails.json'
import type officeResultRules from '../messages/en/office-result-rules.json'
import type officeResults from '../messages/en/office-results.json'
import type officeRoles from '../messages/en/office-roles.json'
import type officeSchemes from '../messages/en/office-schemes.json'
import type officeSettings from '../messages/en/office-settings.json'
import type officeShortcuts from '../messages/en/office-shortcuts.json'
import type officeStatistics from '../messages/en/office-statistics.json'
import type officeToday from '../messages/en/office-today.json'
import type officeUi from '../messages/en/office-ui.json'
import type officeWords from '../messages/en/office-words.json'
import type outro from '../messages/en/outro.json'
import type pages from '../messages/en/pages.json'
import type paper from '../messages/en/paper.json'
import type partTime from '../messages/en/part-time.json'
import type personData from '../messages/en/person-data.json'
import type presets from '../messages/en/presets.json'
import type preview from '../messages/en/preview.json'
import type print from '../messages/en/print.json'
import type proctoring from '../messages/en/proctoring.json'
import type question from '../messages/en/question.json'
import type roomPaper from '../messages/en/room-paper.json'
import type rubric from '../messages/en/rubric.json'
import type schedules from '../messages/en/schedules.json'
import type seb from '../messages/en/seb.json'
import type session from '../messages/en/session.json'
import type shell from '../messages/en/shell.json'
import type signIn from '../messages/en/sign-in.json'
import type statement from '../messages/en/statement.json'
import type support from '../messages/en/support.json'
import type tools from '../messages/en/tools.json'
import type upload from '../messages/en/upload.json'

/** The ids of the player's texts, as in the English files. */
export type MessageId =
  | keyof typeof shell
  | keyof typeof signIn
  | keyof typeof mfa
  | keyof typeof proctoring
  | keyof typeof session
  | keyof typeof rubric
  | keyof typeof schedules
  | keyof typeof exam
  | keyof typeof ending
  | keyof typeof question
  | keyof typeof formula
  | keyof typeof tools
  | keyof typeof upload
  | DocumentMessageId
  | keyof typeof print
  | keyof typeof outro
  | keyof typeof handIn
  | keyof typeof seb
  | keyof typeof courses
  | keyof typeof logs
  | keyof typeof support
  | keyof typeof explanations
  | keyof typeof partTime
  | keyof typeof presets

/** The ids of the texts of the viewer of PDFs. */
export type DocumentMessageId = keyof typeof documents

/** The ids of texts about films. */
export type FilmMessageId = keyof typeof films

/** The ids of texts about drawings. */
export type DrawingMessageId = keyof typeof drawing

/**
 * The ids of texts that only some exams or learners load, in addition to those of explained words and of the times of parts.
 */
export type LaterMessageId =
  | FilmMessageId
  | DrawingMessageId
  | keyof typeof code
  | keyof typeof attempts
  | keyof typeof files
  | keyof typeof examDay
  | keyof typeof statement

/** The ids of texts of the office and its components. A page has those of its sets in addition to those of the office. */
export type OfficeMessageId =
  | keyof typeof officeUi
  | keyof typeof office
  | keyof typeof officeWords
  | keyof typeof officeInstallation
  | keyof typeof officeResults
  | keyof typeof officeRoles
  | keyof typeof officeShortcuts
  | keyof typeof officeResultRules
  | keyof typeof officeStatistics
  | keyof typeof officeExports
  | keyof typeof officeResultMails
  | keyof typeof officeEvidence
  | keyof typeof officeSettings
  | keyof typeof officePeople
  | keyof typeof officeImport
  | keyof typeof officePlaces
  | keyof typeof officeCourses
  | keyof typeof officeDeliveries
  | keyof typeof officeExamDay
  | keyof typeof officeMarking
  | DocumentMessageId
  | keyof typeof officeToday
  | keyof typeof officePreview
  | keyof typeof personData
  | keyof typeof accommodations
  | keyof typeof accommodationDocuments
  | keyof typeof officeLibrary
  | keyof typeof officeLive
  | keyof typeof officeSchemes
  | keyof typeof manyPeople
  | keyof typeof firstRun

/** The ids of texts that only a preview of the player shows. */
export type PreviewMessageId = keyof typeof preview

/** The ids of what the server writes itself. */
export type ServerMessageId =
  | keyof typeof letters
  | keyof typeof paper
  | keyof typeof roomPaper
  | keyof typeof exportsOfResults
  | keyof typeof pages
