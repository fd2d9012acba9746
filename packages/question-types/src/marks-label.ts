/** The marks chip: `1 mark`, `2 marks`, `0.5 marks` (spec 2 §5, decisions). */
export const marksLabel = (marks: number): string => `${marks} ${marks === 1 ? 'mark' : 'marks'}`
