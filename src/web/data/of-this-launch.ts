/** Whether an answer was fetched since the app was launched; an older one is the device's own copy. `at`: ms since 1970. */
export const isOfThisLaunch = (at: number): boolean => at >= performance.timeOrigin
