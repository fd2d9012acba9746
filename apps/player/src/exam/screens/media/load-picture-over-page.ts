/** The code of the enlarged picture, which most exams never need. */
export const loadPictureOverPage = async () => (await import('./picture-over-page.tsx')).PictureOverPage
