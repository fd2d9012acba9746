import type { ShippedText } from '../../exam-messages.ts'

/**
 * The texts of the upload panel, with their default wording; where the specification fixes it, its slips too (spec 3 §5, §8). The marks
 * in the Arabic ones stand around what is mostly written from left to right: without them `10 MB` shows as `MB 10`.
 */
export const uploadMessages: Readonly<Record<string, ShippedText>> = {
  'upload.title': { en: 'Your files', ar: 'ملفاتك' },
  'upload.choose': { en: 'Choose files, or drop them here', ar: 'اختر ملفات أو أفلتها هنا' },
  'upload.chooseOne': { en: 'Choose a file, or drop it here', ar: 'اختر ملفًا أو أفلته هنا' },
  'upload.full': {
    en: 'No more files can wait at once. Choose more when these are uploaded.',
    ar: 'لا يمكن أن ينتظر المزيد من الملفات. اختر غيرها بعد رفع هذه.',
  },
  'upload.smallerThan': { en: 'Each smaller than {limit}', ar: 'كل ملف أصغر من \u2068{limit}\u2069' },
  'upload.atMost': { en: 'Files in all: {count} at most', ar: 'عدد الملفات: {count} على الأكثر' },
  'upload.noRoom': {
    en: 'As many files as you may upload: {count}. To add one, delete another.',
    ar: 'بلغت الحد الأقصى لعدد الملفات: {count}. لإضافة ملف احذف ملفًا آخر.',
  },
  'upload.types': { en: 'Types: {types}', ar: 'الأنواع: \u2068{types}\u2069' },
  'upload.pending': { en: 'Not on the server yet', ar: 'لم تصل إلى الخادم بعد' },
  'upload.uploaded': { en: 'On the server', ar: 'على الخادم' },
  'upload.late': {
    en: 'Received after the time was over; it counts only if your exam’s staff accept it',
    ar: 'وصل بعد انتهاء الوقت، ولا يُحتسب إلا إذا قبله المسؤولون عن الامتحان',
  },
  'upload.inPause': {
    en: 'Chosen while the exam was paused; it counts only if your exam’s staff accept it',
    ar: 'اختير أثناء توقف الامتحان، ولا يُحتسب إلا إذا قبله المسؤولون عن الامتحان',
  },
  'upload.review': {
    en: 'Received after the time was over; your exam’s staff decide whether it counts',
    ar: 'وصل بعد انتهاء الوقت، ويقرر المسؤولون عن الامتحان ما إذا كان سيُحتسب',
  },
  'upload.none': { en: 'No files yet', ar: 'لا توجد ملفات بعد' },
  'upload.loading': { en: 'Looking for your files', ar: 'جارٍ البحث عن ملفاتك' },
  'upload.unlisted': {
    en: 'Without a connection we can’t list what is on the server already. It is safe there.',
    ar: 'لا يمكن عرض ما على الخادم دون اتصال. وهو في أمان هناك.',
  },
  'upload.start': { en: 'Upload', ar: 'رفع' },
  'upload.held': { en: 'Kept on this device, not uploaded yet', ar: 'محفوظ على هذا الجهاز، ولم يُرفع بعد' },
  'upload.waiting': { en: 'Kept on this device, next to be uploaded', ar: 'محفوظ على هذا الجهاز، وسيُرفع تاليًا' },
  'upload.waitingOffline': {
    en: 'Kept on this device until the connection is back',
    ar: 'محفوظ على هذا الجهاز حتى يعود الاتصال',
  },
  'upload.goesOn': {
    en: 'Kept on this device; it stopped at {percent}%, and goes on from there',
    ar: 'محفوظ على هذا الجهاز؛ توقف عند {percent}٪، وسيُستأنف من هناك',
  },
  'upload.lost': {
    en: '{file} is lost: the server had to go back to an earlier state, and this device has it no more. Please choose it again.',
    ar: 'فُقد \u2068{file}\u2069: اضطر الخادم إلى العودة إلى حالة سابقة، ولم يعد على هذا الجهاز. يرجى اختياره مرة أخرى.',
  },
  'upload.notKept': {
    en: 'Not kept on this device: leave this page open until it is uploaded',
    ar: 'غير محفوظ على هذا الجهاز: اترك هذه الصفحة مفتوحة حتى يُرفع',
  },
  'upload.sending': { en: 'Uploading: {percent}%', ar: 'جارٍ الرفع: {percent}٪' },
  'upload.deleting': { en: 'Being deleted', ar: 'جارٍ الحذف' },
  'upload.deletingOffline': { en: 'Will be deleted when the connection is back', ar: 'سيُحذف عند عودة الاتصال' },
  'upload.remove': { en: 'Remove {file}', ar: 'إزالة \u2068{file}\u2069' },
  'upload.delete': { en: 'Delete {file}', ar: 'حذف \u2068{file}\u2069' },
  'upload.download': { en: 'Download {file}', ar: 'تنزيل \u2068{file}\u2069' },
  'upload.saidKept': { en: '{file} is kept on this device.', ar: '\u2068{file}\u2069 محفوظ على هذا الجهاز.' },
  'upload.saidNotKept': {
    en: '{file} is not kept on this device: leave this page open until it is uploaded.',
    ar: '\u2068{file}\u2069 غير محفوظ على هذا الجهاز: اترك هذه الصفحة مفتوحة حتى يُرفع.',
  },
  'upload.saidRemoved': { en: '{file} was removed.', ar: 'أُزيل \u2068{file}\u2069.' },
  'upload.saidDeleting': {
    en: '{file} will be deleted when the connection is back.',
    ar: 'سيُحذف \u2068{file}\u2069 عند عودة الاتصال.',
  },
  'upload.saidUploaded': { en: '{file} is on the server.', ar: '\u2068{file}\u2069 على الخادم.' },
  'upload.saidLate': {
    en: '{file} was received after the time was over.',
    ar: 'وصل \u2068{file}\u2069 بعد انتهاء الوقت.',
  },
  'upload.saidDeleted': { en: '{file} was deleted.', ar: 'حُذف \u2068{file}\u2069.' },
  'upload.finishing': {
    en: 'We are uploading your files; left: {count}. Please leave this page open.',
    ar: 'جارٍ رفع ملفاتك؛ المتبقي: {count}. يرجى ترك هذه الصفحة مفتوحة.',
  },

  'upload.ok': { en: 'Ok', ar: 'موافق' },
  'upload.yes': { en: 'Yes, replace it', ar: 'نعم، استبدله' },
  'upload.no': { en: 'No, keep the old file', ar: 'لا، أبقِ الملف القديم' },
  'upload.listFailedTitle': { en: 'Unable to Get Uploaded Files', ar: 'تعذّر جلب الملفات المرفوعة' },
  'upload.listFailedText': {
    en: 'There was a problem getting the uploaded files.',
    ar: 'حدثت مشكلة أثناء جلب الملفات المرفوعة.',
  },
  'upload.failedTitle': { en: 'Unable to Upload File', ar: 'تعذّر رفع الملف' },
  'upload.failedText': {
    en: 'There was a problem uploading the file - {file}.',
    ar: 'حدثت مشكلة أثناء رفع الملف - \u2068{file}\u2069.',
  },
  'upload.stillHere': {
    en: 'It is kept on this device; please tell your invigilator.',
    ar: 'وهو محفوظ على هذا الجهاز؛ يرجى إبلاغ المراقب.',
  },
  'upload.whyCompleted': { en: 'The exam had been finished before.', ar: 'كان الاختبار قد أُنهي من قبل.' },
  'upload.whyClosed': {
    en: 'The part of the exam that it belongs to was closed before.',
    ar: 'كان جزء الاختبار الذي يخصه قد أُغلق من قبل.',
  },
  'upload.whyReading': {
    en: 'Files can be changed once the reading time is over.',
    ar: 'يمكن تغيير الملفات بعد انتهاء وقت القراءة.',
  },
  'upload.whyPaused': { en: 'The exam was paused then.', ar: 'كان الامتحان متوقفًا حينها.' },
  'upload.whyTimeOver': { en: 'The time was over before.', ar: 'كان الوقت قد انتهى من قبل.' },
  'upload.deleteFailedTitle': { en: 'Unable to Delete File', ar: 'تعذّر حذف الملف' },
  'upload.deleteFailedText': {
    en: 'There was a problem deleting the file - {file}.',
    ar: 'حدثت مشكلة أثناء حذف الملف - \u2068{file}\u2069.',
  },
  'upload.downloadFailedTitle': { en: 'Unable to Download File', ar: 'تعذّر تنزيل الملف' },
  'upload.downloadFailedText': {
    en: 'There was a problem downloading the file - {file}.',
    ar: 'حدثت مشكلة أثناء تنزيل الملف - \u2068{file}\u2069.',
  },
  'upload.typeTitle': { en: 'Invalid File Type', ar: 'نوع الملف غير مقبول' },
  'upload.typeText': { en: '{file} has an invalid file type', ar: 'نوع الملف \u2068{file}\u2069 غير مقبول' },
  'upload.maxTitle': { en: 'Maxiumum File Size', ar: 'الحد الأقصى لحجم الملف' },
  'upload.maxText': {
    en: 'The size of {file} is greater than the maximum file size of {limit}',
    ar: 'حجم \u2068{file}\u2069 أكبر من الحد الأقصى لحجم الملف وهو \u2068{limit}\u2069',
  },
  'upload.minTitle': { en: 'Minimum File Size', ar: 'الحد الأدنى لحجم الملف' },
  'upload.minText': {
    en: 'The size of {file} must be greater than the minimum file size of {limit}',
    ar: 'يجب أن يكون حجم \u2068{file}\u2069 أكبر من الحد الأدنى لحجم الملف وهو \u2068{limit}\u2069',
  },
  'upload.errorTitle': { en: 'Error', ar: 'خطأ' },
  'upload.errorText': { en: '{file} ', ar: '\u2068{file}\u2069 ' },
  'upload.replaceTitle': { en: 'Replace File', ar: 'استبدال الملف' },
  'upload.replaceText': { en: 'Do you wish to wish to replace - {file}.', ar: 'هل ترغب في استبدال - \u2068{file}\u2069؟' },
}
