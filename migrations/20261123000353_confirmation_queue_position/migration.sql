ALTER TABLE "confirmation_queue" DROP CONSTRAINT "confirmation_queue_lead_id_early_adopters_id_fkey";--> statement-breakpoint
DROP INDEX "confirmation_queue_oldest";--> statement-breakpoint
ALTER TABLE "confirmation_queue" ADD COLUMN "position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "confirmation_queue_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "confirmation_queue" DROP CONSTRAINT "confirmation_queue_pkey";--> statement-breakpoint
ALTER TABLE "confirmation_queue" ADD PRIMARY KEY ("position");