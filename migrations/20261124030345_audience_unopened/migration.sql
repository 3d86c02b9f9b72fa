UPDATE "campaigns" SET "audience" = "audience" || '{"unopened_campaign": null}' WHERE NOT ("audience" ? 'unopened_campaign');
