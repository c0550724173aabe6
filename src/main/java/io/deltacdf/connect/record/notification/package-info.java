/** The records that tell how snapshots go, in the form of Debezium's notifications. */
@NullMarked
package io.deltacdf.connect.record.notification;

import org.jspecify.annotations.NullMarked;
