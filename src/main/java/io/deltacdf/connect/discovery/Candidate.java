package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveredTable;

/**
 * A table that was found, with its options.
 *
 * @param table its name, path and key
 * @param config its options, merged with those of the connector
 */
public record Candidate(DiscoveredTable table, TableConfig config) {}
