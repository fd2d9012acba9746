/** Something that stops the way into an exam or out of it; its message is for people who help. */
export class ExamFailure extends Error {}
