/** Closes the full screen of an exam that required it (spec 3 §4). A browser that has left it already has nothing to close. */
export const closeFullScreen = async (
  page: Pick<Document, 'fullscreenElement' | 'exitFullscreen'>,
  isRequired: boolean,
): Promise<void> => {
  if (isRequired && page.fullscreenElement) await page.exitFullscreen()
}
