/** What opens sealed parts, for the few exams that have any: loaded ahead with such an exam, and here from then on without a network too. */
export const codeOfParts = () => import('./open-part.ts')
