export const BRAND = 'Hockey Pool'
