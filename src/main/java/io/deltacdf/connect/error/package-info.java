/**
 * What every user-facing failure is made of: a stable code, a message, and whether a retry may
 * help.
 */
package io.deltacdf.connect.error;
