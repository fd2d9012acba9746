/**
 * The events of the server's log, each with what an operator does about it. A line of the log names its event in the field `event`, so that
 * a search or an alert does not depend on the wording of the message. docs/log.md lists them; names stay as they are once they are released.
 */
export const logEvents = {
  'activity-log-full': 'The activity log of a form run reached its limit. Nothing to do; answers are stored as before.',
  'background-work-failed': 'Work that no request waits for, such as a mail, failed. The message names it.',
  'breached-passwords-not-read':
    'A new password could not be compared with the list of stolen ones. Check the file of that list.',
  'browser-holds-more':
    'A browser holds answers or files that the database lacks, and sends them again. Expected after a restored backup.',
  'clock-agrees': 'The clock of the machine and the time of the server agree again.',
  'clock-confirmed': 'An operator confirmed the clock of the machine with `sitwell clock confirm`.',
  'clock-jumped': 'The clock of the machine jumped. Exams continue by the elapsed time; set the clock right.',
  'clock-jumped-before-start': 'The clock of the machine jumped while no server ran. See `sitwell clock`.',
  'clock-unconfirmed':
    'The server can not know how long it was down during exams. If the clock is right, run `sitwell clock confirm`.',
  'code-not-sent': 'A code of the second step of a sign-in could not be sent. Check the mail server or the SMS gateway.',
  'connections-cut': 'The server closed connections that were too slow or too many; `cut` counts them by reason.',
  'contact-not-stored': 'The time of the last contact with a browser could not be stored. The next one is.',
  'course-file-not-sent': 'A file of a course could not be sent.',
  'course-host-missing': 'The page that shows courses was not built. Run `npm run build`.',
  'course-port-taken': 'The port next to the player’s is taken; courses are served at another one. Set `SCORM_PORT`.',
  'database-awaited': 'The database does not reply yet. The server waits for it.',
  'database-files-doubted':
    'The files of the embedded database seemed to be others. The server compares them before it saves anything more.',
  'database-files-known': 'The files of the embedded database are the expected ones; saves continue.',
  'database-files-lost':
    'The files of the embedded database were replaced or removed. Nothing is saved until the server is started over the right file.',
  'database-not-closed': 'The connection to a database could not be closed.',
  'database-not-served': 'A database can not be served. The server tries again.',
  'database-not-writable': 'The database accepts no write. Check its disk, or whether it is a replica.',
  'database-served': 'A database that could not be served is served again.',
  'database-set-back':
    'The database may lack answers that were acknowledged: a backup was restored, a failover lost commits, or its files were lost before this start. Browsers send what it lacks.',
  'database-set-back-unmarked': 'That the database was set back could not be stored. The server tries again.',
  'database-settings-refused': 'The new settings of a database can not be used. The old ones stay in force.',
  'databases-read': 'The list of databases was read again.',
  'databases-refused': 'The list of databases can not be used. The old one stays in force; see `sitwell check-config`.',
  'document-not-printed': 'A PDF could not be made.',
  'durability-risk': 'A setting of the database can lose answers. The message names it; correct it before an exam.',
  'ended-sessions-not-read': 'Ended sessions could not be read for live connections. The server tries again.',
  'file-too-large-to-scan': 'A file is larger than the scanner accepts, and is held. Raise its `StreamMaxLength`.',
  'first-run': 'There is no organisation yet. The message has the address and the code that create the first one.',
  'form-run-not-completed': 'A form run whose time is over could not be completed. The server tries again.',
  'handed-out-not-stored': 'The time at which an exam was handed out before its start could not be stored.',
  'heartbeat-failed': 'The heartbeat of the server could not be written. Check the database.',
  'history-grows': 'A form run saves more than a person can type. Look at what its browser sends.',
  'job-failed': 'A job of the scheduler failed, for the first time in a row. It runs again at its next turn.',
  'job-recovered': 'A job that failed succeeds again.',
  'learning-record-store-failed': 'A request to the learning record store failed.',
  'ledgers-not-watched': 'Changes of ledgers could not be read for live connections. The server tries again.',
  'live-events-between-servers': 'Servers could not exchange live events. They read them from the database instead.',
  'live-origin-refused':
    'A page of another site was refused a live connection. If it is your own address, set `SITWELL_PUBLIC_URL`.',
  'live-state-not-sent': 'The state could not be sent to a live connection.',
  'mail-server-refuses': 'The mail server accepts no mails. They wait, and the server tries again.',
  'own-texts-not-read': 'The own texts of an organisation could not be read. Its sign-in page shows the standard ones.',
  'password-link-not-mailed': 'A link that sets a password could not be mailed.',
  'request-failed': 'A request failed with 5xx. `reference` is the one that the person sees, `requestId` that of the answer.',
  'responses-not-listed': 'The responses of a form run could not be listed for marking. The server tries again.',
  'result-set-not-computed': 'The rules of results changed, but no result set could be computed by them.',
  'results-not-made': 'The results of a practice exam could not be computed.',
  'results-not-opened': 'A learner could not be connected to their results.',
  'scanner-away': 'The scanner of uploaded files does not reply. The files are held until it does.',
  security: 'An event of the security log, in `security`; see docs/security-log.md.',
  'security-log-not-written': 'The server stopped before these events of the security log were in the database.',
  'security-log-waits': 'The security log could not be written into the database yet. The server tries again.',
  'sequences-not-reserved': 'Sequence numbers could not be reserved for an exam that was opened.',
  'staff-action-failed': 'An action of staff on several people could not be finished. The live view shows for whom.',
  'staff-action-retried': 'An action of staff failed for one person. The server tries again.',
  'statement-refused': 'The external learning record store refused a statement, which was set aside.',
  'statements-forwarded-again': 'Statements are forwarded to the external learning record store again.',
  'statements-wait': 'The external learning record store does not accept statements. They wait.',
  'upload-not-read': 'An upload to the library could not be read.',
} as const

export type LogEvent = keyof typeof logEvents

type Write = (fields: { readonly event: LogEvent; readonly [field: string]: unknown }, message: string) => void

/** The server's log. Every line that the server writes itself has an event; those of Fastify about each request, at the level `info`, do not have one. */
export interface ServerLog {
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** The same log that writes lines from another level on. */
  child(fields: object, options: { readonly level: 'info' }): ServerLog
}
