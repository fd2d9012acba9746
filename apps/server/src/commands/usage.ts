/** What `sitwell --help` prints, and any command line that nothing can be made of. */
export const usage = `sitwell: the server of Sitwell, and what an administrator does without a screen

  sitwell serve                     serve the player and its calls
  sitwell ... --database NAME       any of the others, on the database of SITWELL_DATABASES that has this name
  sitwell check-config              say what is wrong with the configuration, and with what it leads to: folder, database, replication
  sitwell migrate                   make the database's tables, or bring them to this version; serve does so too, and no other command
  sitwell import FILE...            import organisations (a folder with organisation.json), exam packages, banks of questions (QTI 1.2, Moodle XML, GIFT, Aiken, CSV, XLSX) and courses
      --org N                       the organisation that exam packages go to (1)
      --schedule USERNAME[,…]       schedule each imported exam or course for these learners; one that has not begun takes the new version
      --from DATE, --until DATE     when it may be begun: 2026-11-21T09:30+01:00, or none
      --extra-time MINUTES          more time than the exam gives
      --practice                    a practice exam; --no-practice for none
      --password                    asks for the exam's password: SITWELL_EXAM_PASSWORD, or else the first line of the input
      --proctoring WHO              proctored by Proctorio or IntegrityAdvocate; no: by nobody; exam: as it says
      --safe-exam-browser WHAT      generate: only in Safe Exam Browser, with a file that the server makes; no: in any; exam: as it says
      --config-key KEY, --browser-exam-key KEY   only in Safe Exam Browser with one of these keys; each may be given several times
      --supports WHAT               the explanations of words that are offered, as glossary,spoken; all; no: none; exam: as it says
      --release WHEN                its marks are shown immediately, or when confirmed; exam: at once, unless a person marks answers to it
      --again                       once more for who has completed it
      --dry-run                     say item by item what would come of exam packages, and import nothing
      --accept-loss                 import exams though marks are lost, or how they are made up; without it they are refused
      --free-choice                 the lessons of a course of SCORM may be opened in any order; --no-free-choice: in theirs (as in the version before, else in theirs)
      --version-of NAME             a course of SCORM is the next version of the course with this name and the same identifier, though its own name is another
      --json FILE, --html FILE      write what came of each item into a file: for a program, or as a page
  sitwell export EXAM               write an exam (its guid, or its name) with its keys and files as a package, which sitwell import reads: --to FILE, a zip that isn't there yet
      --version N                   the version (the newest)
      --format native|qti3          native: all of it, in Sitwell's own form; qti3: QTI 3.0, as far as it fits, and says what doesn't
      --org N                       the organisation (1)
  sitwell schedule list [USERNAME]  who is scheduled for what; with --exam GUID for one exam
  sitwell schedule set GUID...      change schedules that nobody has begun, with the options above; --no-password takes it away
  sitwell schedule remove GUID...   remove schedules that nobody has begun
      --org N                       the organisation (1)
  sitwell results list              the sittings of --exam GUID, or one with --run GUID: whether results are shown, and what waits for a person
  sitwell results confirm           confirm the results of --run or --exam, with --reason TEXT if wanted: they are shown to learners from then on
      --as-far-as-marked            also if answers wait for a person: what could be marked is shown
  sitwell results withdraw          withdraw a confirmation, with --reason TEXT: results are shown no more until they are confirmed again
      --org N                       the organisation (1)
  sitwell login-token USERNAME...   make a login token for each: an address that works for one sign-in
      --minutes N                   how long it works (60)
  sitwell invite USERNAME...        mail each a link that sets a password
  sitwell mfa-reset USERNAME...     let each set up the second step of the sign-in again
  sitwell end-sessions USERNAME...  end all sign-ins of each, at once
      --org N                       their organisation (1)
  sitwell roles list [USERNAME]     who holds which role, since when, and who granted it
  sitwell roles grant USERNAME ROLE give somebody a role: owner, exams-officer, author, invigilator, marker, chief-examiner, it-administrator or auditor
      --from DATE, --until DATE     when it holds: 2026-11-21T09:30+01:00; from now on without an end if neither is given
  sitwell roles withdraw USERNAME ROLE  take a role away, with --reason TEXT; it stays listed. The last owner keeps theirs
  sitwell installation list         who owns the installation: creates organisations in the office, and sees how the server stands
  sitwell installation grant USERNAME  make somebody of the organisation --org an owner of the installation (--from, --until ISO)
  sitwell installation withdraw USERNAME  take that away, with --reason TEXT; the last owner stays
      --org N                       the organisation (1)
  sitwell person export USERNAME    write all that is known of one person, and the files that they uploaded, into a folder
      --to FOLDER                   the folder (person), which has to be empty
  sitwell person erase USERNAME     take away all that is known of one person; hashes stay, so that ledgers can still be checked
      --org N                       their organisation (1)
  sitwell invigilate list           who sits an exam, and how they stand; with --exam GUID of one exam
  sitwell invigilate late           which answers and files of an exam came late, and why each waits: --exam GUID
  sitwell invigilate WHAT           WHAT is grant, decline, pause, resume, rest-break, add-time, note, accept-late, reopen or waive
      --run GUID | --exam GUID      for one form run, or for all of an exam that are under way; grant, decline and reopen take --run
      --minutes N | --seconds N     how much time grant and add-time give
      --within SECONDS              how long resume lets the time stand at most, until the learner resumes (120; 0 is not at all)
      --waiting                     accept-late lets those alone count that wait for it
      --text TEXT                   what note writes down
      --reason TEXT                 why reopen opens a completed form run again; sitwell invigilate reopen FORMRUN works too
      --add-time SECONDS            time that reopen gives
                                    waive SCHEDULE lets it be sat without its proctoring or Safe Exam Browser, with --reason TEXT
      --org N                       the organisation (1)
  sitwell hand-in FILE...           take answers that could not be sent, from the files that learners saved on their devices
      --dry-run                     say what would be taken, and take nothing
      --unsealed                    take files without a seal too: all of theirs waits to be reviewed
      --org N                       the organisation (1)
  sitwell clock [confirm]           say how the servers' time stands, and when nobody served; confirm: the machine's clock is right
  sitwell backup                    back the embedded database up, while it serves: answers, files, exams, courses and the secret
      --to FOLDER                   below which each backup gets a folder (backups in SITWELL_DATA)
      --keep N                      remove older backups but for the N newest
  sitwell restore BACKUP            put a backup in the database's place; the server has to be stopped, and what was there is left aside
      --dry-run                     say whether the backup is whole and sound, and change nothing
  sitwell reseal                    seal what is kept sealed with SITWELL_SECRET, so that SITWELL_SECRET_ACCEPTED can be given up
  sitwell restored                  the database was restored from a backup: browsers send again what it lacks
  sitwell move-organisation N       take organisation N with all that is its own to another database, while nobody sits
      --to URL | FOLDER | NAME      postgres://…, the data folder of a server with the embedded database, or a database of SITWELL_DATABASES
      --undo                        give up a move that was broken off
  sitwell remove-organisation N     remove the rows that organisation N left here when it moved
  sitwell verify FORMRUN            say whether what is stored of a form run is what was written, and holds together
  sitwell verify RECEIPT            say whether the receipt of a finished exam, or the file that holds it, matches what is stored
  sitwell verify --exam GUID        the same for all form runs of an exam; --org N alone for all of an organisation
      --head                        print the last hash of each ledger instead, to be kept elsewhere
  sitwell verify HASHES             say whether hashes that were printed before, or the file that holds them, still stand
  sitwell security-log              print who signed in, who was refused and what staff did, the newest last
      --person USERNAME, --kind KIND, --address IP, --from DATE, --until DATE   those alone
      --most N                      the newest N (100)
      --head                        print the hash of the newest event instead, to be kept elsewhere
      --org N                       the organisation (1)
  sitwell verify security-log       say whether the security log of an organisation is what was written
  sitwell replay FORMRUN            write what happened in a sitting, each line with its evidence, as one HTML file
      --out FILE                    the file (replay-NUMBER.html)
      --time-zone NAME              tell moments in it too, beside UTC
  sitwell history FORMRUN           print every version of every answer that came, with its time, its writer and what became of it
  sitwell course ATTEMPT            print what a course has reported: elements, interactions, statements and times; --person USERNAME for all of theirs
      --reset                       set it back to not started; --sco N sets back one SCO, by its number in the list
      --waive --sco N               let a unit of a course of cmi5 count without it, with --reason TEXT (Administrative)
      --org N                       its organisation (1)
  sitwell files FORMRUN             write the files that a learner uploaded into a folder, and say when each came
      --to FOLDER                   the folder (files)
      --unscanned                   also what no scanner has looked at yet, or takes none of
  sitwell recording FORMRUN         print what a learner did in a form run, as its activity log has it
  sitwell play-recording FILE       print the answers that a recording ends with, beside what the server holds
      --exam PACKAGE                the exam it was made in, where its form run is not of this server
      --org N                       the organisation of the form run, for replay, history, files and verify too (1)
`
