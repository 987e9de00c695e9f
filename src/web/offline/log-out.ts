/** Leaves nothing of the member on this device, then ends the session. */
export const logOut = async (): Promise<void> => {
  window.location.assign('/auth/logout')
}
